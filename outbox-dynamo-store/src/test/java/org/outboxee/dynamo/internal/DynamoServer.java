package org.outboxee.dynamo.internal;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/**
 * A DynamoDB-compatible server: the one that {@code outbox.dynamodb.endpoint} names, or else one that this JVM starts
 * on the loopback interface, from a binary that npm has fetched once. It lives as long as the JVM.
 */
final class DynamoServer {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String WITHOUT_NPM = "The tests of the DynamoDB store start a server from an npm package, and"
            + " need npm (it comes with Node.js) for it. Install it, name a server that runs with"
            + " -Doutbox.dynamodb.endpoint=..., or leave these tests out with -Doutbox.dynamodb.skip=true";

    private static URI endpoint;

    private DynamoServer() {}

    /** A builder of clients of the server, which is started if need be. */
    static DynamoDbClientBuilder builder() {
        assumeFalse(Boolean.getBoolean("outbox.dynamodb.skip"), "outbox.dynamodb.skip is set");
        return DynamoDbClient.builder()
                .endpointOverride(endpoint())
                .region(Region.EU_CENTRAL_1)
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")));
    }

    private static synchronized URI endpoint() {
        if (endpoint == null) {
            String given = System.getProperty("outbox.dynamodb.endpoint", "");
            endpoint = given.isEmpty() ? start() : URI.create(given);
        }
        return endpoint;
    }

    private static URI start() {
        try {
            Path binary = binary();
            int port = freePort();
            Process process = new ProcessBuilder(
                            binary.toString(), "--host", "127.0.0.1", "--port", Integer.toString(port))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            URI started = URI.create("http://127.0.0.1:" + port);
            await(() -> isUp(process, started));
            return started;
        } catch (IOException e) {
            throw new IllegalStateException("The DynamoDB-compatible server cannot be started", e);
        }
    }

    /** Kept in the user's cache, since every module and every clean build would fetch it again. */
    private static Path binary() throws IOException {
        String version = System.getProperty("outbox.dynoxide.version", "");
        String platform = platform();
        Path home = Path.of(System.getProperty("user.home"), ".cache", "outboxee", "dynoxide-" + version);
        Path installed = home.resolve("node_modules/@dynoxide")
                .resolve(platform)
                .resolve(platform.startsWith("win32") ? "dynoxide.exe" : "dynoxide");
        if (!Files.isExecutable(installed)) {
            Files.createDirectories(home);
            install(home, "@dynoxide/" + platform + "@" + version);
        }
        return installed;
    }

    private static void install(Path home, String specifier) {
        String npm = File.separatorChar == '\\' ? "npm.cmd" : "npm";
        List<String> command =
                List.of(npm, "install", "--no-save", "--no-audit", "--no-fund", "--prefix", home.toString(), specifier);
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String output;
            try (InputStream said = process.getInputStream()) {
                output = new String(said.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            }
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException("npm could not fetch " + specifier + ": " + output);
            }
        } catch (IOException e) {
            throw new IllegalStateException(WITHOUT_NPM, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String platform() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch");
        return (os.contains("win") && !os.contains("darwin") ? "win32" : os.contains("mac") ? "darwin" : "linux")
                + (arch.equals("aarch64") ? "-arm64" : "-x64");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static boolean isUp(Process process, URI uri) {
        if (!process.isAlive()) {
            throw new IllegalStateException("The DynamoDB-compatible server has ended with " + process.exitValue());
        }
        try (java.net.Socket socket = new java.net.Socket(uri.getHost(), uri.getPort())) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("The DynamoDB-compatible server did not start within " + PATIENCE);
            }
            Thread.onSpinWait();
        }
    }
}
