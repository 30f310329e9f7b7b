package org.outboxee.jpa.crash;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A process of the application. For one thread. */
final class Child {

    /** What a process prints when it is at work. */
    static final String READY = "READY";

    private final String name;
    private final File output;
    private final Process process;
    private final CompletableFuture<Long> end;

    private Child(String name, File output, Process process) {
        this.name = name;
        this.output = output;
        this.process = process;
        this.end = process.onExit().thenApply(ended -> System.currentTimeMillis());
    }

    /** Starts a main class with arguments; what it prints goes to a file of its name. */
    static Child start(Class<?> main, String name, String... arguments) throws IOException {
        File directory = new File("target/crash");
        directory.mkdirs();
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-Djava.util.logging.config.file=" + System.getProperty("java.util.logging.config.file", ""),
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        File output = new File(directory, name + ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        return new Child(name, output, process);
    }

    String name() {
        return name;
    }

    /** When it ended, epoch milliseconds; {@code Long.MAX_VALUE} while it lives. */
    long endedAt() {
        return end.getNow(Long.MAX_VALUE);
    }

    /** Whether it lives and is at work; on a slow machine it takes a while to get there. */
    boolean isReady() throws IOException {
        return isAlive() && Files.readString(output.toPath()).contains(READY);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** {@code kill -9}; returns when it is dead. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /** Asks it to end in order, and kills it if it does not; whether it did. */
    boolean stop() throws InterruptedException {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It has ended already.
        }
        if (process.waitFor(30, TimeUnit.SECONDS)) {
            return true;
        }
        kill();
        return false;
    }

    /** Stops all its threads where they are. */
    void freeze() throws IOException, InterruptedException {
        signal("-STOP");
    }

    void thaw() throws IOException, InterruptedException {
        signal("-CONT");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
    }
}
