package org.outboxee.it;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The running server, as a client sees it. */
public final class Server {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private Server() {}

    /** Everything that the server has logged since it started. */
    public static String log() {
        Path file = Path.of(System.getProperty("server.log"));
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError("The server's log cannot be read: " + file, e);
        }
    }

    /** What a deployed application answers to a request; anything but status 200 is an error. */
    public static String get(String path) {
        return get(URI.create("http://127.0.0.1:" + System.getProperty("server.http.port") + "/" + path));
    }

    /** The page of the server's metrics, in Prometheus' format. */
    public static String metrics() {
        return get(URI.create(System.getProperty("server.metrics")));
    }

    /** The page of the readiness checks, empty if the server has none; fails if one is down. */
    public static Optional<String> health() {
        return Optional.of(System.getProperty("server.health", ""))
                .filter(page -> !page.isEmpty())
                .map(page -> get(URI.create(page)));
    }

    private static String get(URI uri) {
        try {
            HttpRequest request =
                    HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(60)).build();
            HttpResponse<String> response = CLIENT.send(request, BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new AssertionError(uri + " answered " + response.statusCode() + ": " + response.body());
            }
            return response.body();
        } catch (IOException e) {
            throw new AssertionError(uri + " did not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted while waiting for " + uri, e);
        }
    }
}
