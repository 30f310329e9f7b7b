package org.outboxee.sample;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.outboxee.sample.server.RunShop;
import org.outboxee.sample.server.ShopSetup;

/**
 * The shop as {@code mvn -Prun} runs it: the launcher, with the system properties of that profile, in a process of its
 * own whose only interface is what it prints and the signals that it gets. Starts and stops any number of times. For
 * one thread.
 */
final class LaunchedShop implements AutoCloseable {

    private static final Pattern ADDRESS = Pattern.compile("The shop is open: (\\S+)\\R");
    /** Beyond what the launcher itself waits for the server. */
    private static final Duration START_TIMEOUT = Duration.ofMinutes(6);

    private static final Duration STOP_TIMEOUT = Duration.ofMinutes(2);

    private final ShopSetup setup;
    private final Path output;
    private Optional<Process> launcher = Optional.empty();
    private List<ProcessHandle> servers = List.of();
    private Optional<URI> address = Optional.empty();

    /** A shop that is not started yet. Its output is added to the console of the set-up, which must have one. */
    LaunchedShop(ShopSetup setup) {
        this.setup = setup;
        output = setup.console().orElseThrow();
    }

    /** The launcher's command line. */
    static ProcessBuilder command(ShopSetup setup) {
        Map<String, Object> properties = Map.of(
                "shop.port", setup.port(),
                "shop.data", setup.data(),
                "shop.war", setup.war(),
                "shop.work", setup.work(),
                "shop.jvm", String.join(" ", setup.jvmOptions()),
                "wildfly.home", setup.home());
        return new ProcessBuilder(Stream.of(
                        Stream.of(ProcessHandle.current().info().command().orElseThrow()),
                        setup.jvmOptions().stream(),
                        Stream.of("-cp", System.getProperty("java.class.path")),
                        properties.entrySet().stream().map(each -> "-D" + each.getKey() + "=" + each.getValue()),
                        Stream.of(RunShop.class.getName()))
                .flatMap(part -> part)
                .toList());
    }

    /** Launches the shop, and returns when the launcher has printed the address. */
    void start() throws IOException {
        int before = printed().length();
        Process started = command(setup)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                .start();
        launcher = Optional.of(started);
        address = await().atMost(START_TIMEOUT)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> printedAddress(before), found -> found.isPresent() || !started.isAlive());
        if (address.isEmpty()) {
            throw new AssertionError("The launcher ended with status " + started.exitValue() + "; see " + output);
        }
        servers = started.descendants().toList();
    }

    private Optional<URI> printedAddress(int before) throws IOException {
        Matcher line = ADDRESS.matcher(printed());
        return line.find(before) ? Optional.of(URI.create(line.group(1))) : Optional.empty();
    }

    /** All that was printed, by the launcher and by the server, since the first start. */
    String printed() throws IOException {
        return Files.exists(output) ? Files.readString(output) : "";
    }

    /** The address that the launcher has printed last. */
    URI address() {
        return address.orElseThrow();
    }

    /** The processes of the server that the launcher has started last, as far as they are still there. */
    List<ProcessHandle> servers() {
        return servers.stream().filter(ProcessHandle::isAlive).toList();
    }

    /**
     * Asks the launcher to end, as Ctrl+C does, and waits for it.
     *
     * @return its exit status
     */
    int stop() throws InterruptedException {
        Process running = launcher.orElseThrow();
        running.destroy();
        if (!running.waitFor(STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("The launcher did not end within " + STOP_TIMEOUT + "; see " + output);
        }
        return running.exitValue();
    }

    /** Stops what still runs, the hard way if need be. */
    @Override
    public void close() {
        try {
            if (launcher.isPresent()) {
                stop();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            launcher.ifPresent(Process::destroyForcibly);
            servers().forEach(ProcessHandle::destroyForcibly);
        }
    }
}
