package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Many dead letters are replayed in the memory of a few (scenario 31), in a JVM whose heap they would not fit into.
 * {@code -Doutbox.replay.records} says how many, 20,000 by default; the fewer, the larger.
 */
class ReplayMemoryTest {

    private static final Logger LOG = System.getLogger(ReplayMemoryTest.class.getName());

    private static final int RECORDS = Integer.getInteger("outbox.replay.records", 20_000);
    private static final int HEAP_MEGABYTES = 128;
    private static final int PAYLOAD_BYTES = 205_000_000 / RECORDS;

    @Test
    void scenario_31_deadLettersThatDoNotFitIntoMemoryAreReplayedLaneByLaneInOrder() throws Exception {
        String output = run(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xmx" + HEAP_MEGABYTES + "m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.util.logging.config.file=" + System.getProperty("java.util.logging.config.file"),
                "-cp",
                System.getProperty("java.class.path"),
                ReplayInSmallHeap.class.getName(),
                String.valueOf(RECORDS),
                String.valueOf(PAYLOAD_BYTES)));

        LOG.log(
                Level.INFO,
                RECORDS + " dead letters of " + PAYLOAD_BYTES + " bytes, heap of " + HEAP_MEGABYTES + " MB: "
                        + output.strip());
        assertThat(output).contains("replayed " + RECORDS + ", out of order 0, still dead 0, pending " + RECORDS);
    }

    private static String run(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            process.destroy();
        }
    }
}
