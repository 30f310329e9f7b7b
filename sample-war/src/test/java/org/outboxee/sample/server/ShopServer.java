package org.outboxee.sample.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A server on the loopback address with the shop deployed. Starts and stops any number of times; the data stay. For one
 * thread, except that {@link #stop()} may come from another.
 */
public abstract class ShopServer implements AutoCloseable {

    private static final Duration START_TIMEOUT = Duration.ofMinutes(5);
    private static final Duration STOP_TIMEOUT = Duration.ofMinutes(1);

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final ShopSetup setup;
    private volatile @Nullable Process process;

    ShopServer(ShopSetup setup) {
        this.setup = setup;
    }

    /** Lays out the server's files anew, and says how to start it. */
    abstract ProcessBuilder prepare(ShopSetup setup) throws IOException;

    /** Whether the server has said that it could not deploy the shop. */
    abstract boolean hasRefusedTheShop(ShopSetup setup);

    /** Where the shop is. */
    public URI address() {
        return URI.create("http://localhost:" + setup.port() + "/shop/");
    }

    /**
     * Starts the server, and returns when the shop answers.
     *
     * @throws IllegalStateException if the port is taken, the server ends or refuses the shop, or the shop does not
     *     answer within five minutes
     */
    public void start() throws IOException, InterruptedException {
        requireFreePort();
        Files.createDirectories(setup.data());
        Process started = prepare(setup).redirectErrorStream(true).start();
        process = started;
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (!isOpen()) {
            if (started.waitFor(100, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("The server ended with status " + started.exitValue() + hint());
            }
            if (hasRefusedTheShop(setup) || System.nanoTime() > deadline) {
                stop();
                throw new IllegalStateException("The shop did not open at " + address() + hint());
            }
        }
    }

    private void requireFreePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(setup.port(), 1, InetAddress.getLoopbackAddress())) {
            assert socket.isBound();
        } catch (java.net.BindException e) {
            throw new IllegalStateException(
                    "Port " + setup.port() + " is taken; choose another one with -Dshop.port", e);
        }
    }

    private boolean isOpen() throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address().resolve("api/customers"))
                .timeout(Duration.ofSeconds(5))
                .build();
        try {
            return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private String hint() {
        return setup.console().map(file -> "; see " + file).orElse("; see its log above");
    }

    /** Waits until the server has ended. */
    public void awaitEnd() throws InterruptedException {
        Process running = process;
        if (running != null) {
            running.waitFor();
        }
    }

    /**
     * Asks the server to shut down as an operator would, and waits for it.
     *
     * @throws IllegalStateException if it did not end within a minute; it was killed then
     */
    public void stop() {
        Process running = process;
        if (running == null) {
            return;
        }
        running.destroy();
        try {
            if (!running.waitFor(STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                running.destroyForcibly();
                throw new IllegalStateException("The server did not stop within " + STOP_TIMEOUT + hint());
            }
        } catch (InterruptedException e) {
            running.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        stop();
    }

    /** A port that nobody uses now. */
    public static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A path in the form that URLs and configuration files take on every system. */
    static String slashes(Path path) {
        return path.toAbsolutePath().toString().replace('\\', '/');
    }
}
