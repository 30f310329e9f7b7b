package org.outboxee.benchmarks.runs;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * Where samples of a recording fall: by the library nearest to the top of the stack, since the JDK works for whoever
 * calls it.
 *
 * @param cpu samples of running threads, and of those in native code
 * @param allocation sampled bytes
 */
record JfrProfile(Map<String, Double> cpu, Map<String, Double> allocation) {

    private static final String SAMPLE = "jdk.ExecutionSample";
    private static final String NATIVE = "jdk.NativeMethodSample";
    private static final String ALLOCATION = "jdk.ObjectAllocationSample";
    private static final int DEPTH = 128;
    private static final int SHOWN = 8;

    static Recording recording() {
        Recording recording = new Recording();
        recording.enable(SAMPLE).withPeriod(Duration.ofMillis(10)).withStackTrace();
        recording.enable(ALLOCATION).with("throttle", "1000/s").withStackTrace();
        return recording;
    }

    static JfrProfile of(Path file) throws IOException {
        Map<String, Double> cpu = new HashMap<>();
        Map<String, Double> allocation = new HashMap<>();
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                String owner = owner(event.getStackTrace());
                String type = event.getEventType().getName();
                if (type.equals(ALLOCATION)) {
                    allocation.merge(owner, (double) event.getLong("weight"), Double::sum);
                } else if (type.equals(SAMPLE) || type.equals(NATIVE)) {
                    cpu.merge(owner, 1.0, Double::sum);
                }
            }
        }
        return new JfrProfile(cpu, allocation);
    }

    private static String owner(@Nullable RecordedStackTrace stack) {
        if (stack != null) {
            for (RecordedFrame frame : stack.getFrames().stream().limit(DEPTH).toList()) {
                String type = frame.getMethod().getType().getName();
                if (!type.startsWith("java.") && !type.startsWith("jdk.") && !type.startsWith("sun.")) {
                    return group(type);
                }
            }
        }
        return "JDK";
    }

    private static String group(String type) {
        String[] parts = type.split("\\.");
        int length = type.startsWith("org.outboxee.") ? 3 : 2;
        return String.join(".", List.of(parts).subList(0, Math.min(length, parts.length)));
    }

    /** As Markdown. */
    List<String> tables(String what) {
        List<String> lines = new ArrayList<>();
        lines.add("| " + what + ": CPU | share | allocation | share |\n| --- | --- | --- | --- |");
        List<String> first = shares(cpu);
        List<String> second = shares(allocation);
        for (int i = 0; i < Math.max(first.size(), second.size()); i++) {
            lines.add("| " + (i < first.size() ? first.get(i) : " | ") + " | "
                    + (i < second.size() ? second.get(i) : " | ") + " |");
        }
        return List.of(String.join("\n", lines));
    }

    private static List<String> shares(Map<String, Double> parts) {
        double all = parts.values().stream().mapToDouble(Double::doubleValue).sum();
        return parts.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(SHOWN)
                .map(part -> String.format(Locale.ROOT, "%s | %.0f %%", part.getKey(), 100 * part.getValue() / all))
                .toList();
    }
}
