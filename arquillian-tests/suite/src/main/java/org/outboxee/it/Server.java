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
        URI uri = URI.create("http://127.0.0.1:" + System.getProperty("server.http.port") + "/" + path);
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
