package org.outboxee.benchmarks.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.outboxee.benchmarks.contest.Outbox;
import org.outboxee.benchmarks.database.Database;
import org.outboxee.benchmarks.ours.OurOutbox;
import org.outboxee.benchmarks.ours.OurSettings;

/** A relay in a JVM of its own. */
public final class RelayProcess {

    static final OurSettings SETTINGS = new OurSettings(4, OurSettings.PARTITIONS, 50, 8, Duration.ofMillis(100));

    private static final long WORK = TimeUnit.MILLISECONDS.toNanos(5);

    private final Process process;

    private RelayProcess(Process process) {
        this.process = process;
    }

    static RelayProcess start(Database database, Path work) throws IOException {
        Files.createDirectories(work);
        return new RelayProcess(new ProcessBuilder(List.of(
                        System.getProperty("java.home") + "/bin/java",
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-Djava.util.logging.config.file=" + System.getProperty("java.util.logging.config.file", ""),
                        "-cp",
                        System.getProperty("java.class.path"),
                        RelayProcess.class.getName(),
                        database.url()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        work.resolve("nodes.log").toFile()))
                .start());
    }

    /** Lets it end in order. */
    void stop() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(1, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Delivers what is in the database whose URL is the argument, until its standard input ends. */
    public static void main(String[] arguments) throws Exception {
        try (OurOutbox outbox = new OurOutbox(new Database(arguments[0]), SETTINGS)) {
            Outbox.Delivering delivering = outbox.deliver(payload -> work());
            while (System.in.read() >= 0) {
                // Nothing is said on it.
            }
            delivering.end();
        }
        System.exit(0);
    }

    private static void work() {
        long end = System.nanoTime() + WORK;
        for (long wait = WORK; wait > 0; wait = end - System.nanoTime()) {
            LockSupport.parkNanos(wait);
        }
    }
}
