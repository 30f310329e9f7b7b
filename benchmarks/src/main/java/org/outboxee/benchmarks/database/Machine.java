package org.outboxee.benchmarks.database;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The machine and the JVM that a run is on. */
public final class Machine {

    private static final long GIBIBYTE = 1 << 30;

    private Machine() {}

    /** For the report. */
    public static String describe() {
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return system.getAvailableProcessors() + " × " + processor() + ", "
                + Math.round((double) system.getTotalMemorySize() / GIBIBYTE) + " GiB, "
                + System.getProperty("os.name") + " " + System.getProperty("os.arch") + "; JVM "
                + Runtime.version() + " with "
                + String.join(
                        " ",
                        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                                .filter(argument -> argument.startsWith("-X"))
                                .toList());
    }

    private static String processor() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("processors");
        } catch (IOException e) {
            return "processors"; // there is no such file on other systems
        }
    }
}
