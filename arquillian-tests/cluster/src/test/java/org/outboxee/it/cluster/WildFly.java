package org.outboxee.it.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.wildfly.core.launcher.StandaloneCommandBuilder;

/**
 * A WildFly process. All of them share one unpacked distribution; each has files and ports of its own. Requests may
 * come from any thread, the rest is for one.
 */
final class WildFly {

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    private final String name;
    private final Path base;
    private final int port;
    private @Nullable Process process;

    /** Lays out its files; it is not started yet. */
    WildFly(String name, Path work) throws IOException {
        this.name = name;
        this.base = work.resolve(name);
        this.port = freePort();
        deleteWhatIsThere();
        Path configuration = Files.createDirectories(base.resolve("configuration"));
        try (Stream<Path> files = Files.list(home().resolve("standalone/configuration"))) {
            for (Path file : files.toList()) {
                Files.copy(file, configuration.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Files.writeString(configuration.resolve("wildfly.yaml"), Application.resource("wildfly.yaml"));
        Files.createDirectories(base.resolve("deployments"));
    }

    private void deleteWhatIsThere() throws IOException {
        if (Files.exists(base)) {
            try (Stream<Path> files = Files.walk(base)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    String name() {
        return name;
    }

    /** Starts the process, which deploys what was put there. */
    void start() throws IOException {
        StandaloneCommandBuilder command = StandaloneCommandBuilder.of(home())
                .setBaseDirectory(base)
                .addJavaOptions("-Xmx384m")
                .addJavaOptions(options())
                .addServerArguments(
                        "--yaml=" + base.resolve("configuration/wildfly.yaml"),
                        "-b=127.0.0.1",
                        "-bmanagement=127.0.0.1",
                        "-Djboss.http.port=" + port,
                        "-Djboss.https.port=0",
                        "-Djboss.management.http.port=0",
                        "-Djboss.tx.node.id=" + name,
                        "-Dcluster.server=" + name);
        Process started = new ProcessBuilder(command.build())
                .redirectErrorStream(true)
                .redirectOutput(base.resolve("console.log").toFile())
                .start();
        process = started;
        // A build that is interrupted leaves no server behind.
        Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly, "kill " + name));
    }

    /** Puts a version of the application there, in the place of another one, which is stopped in order. */
    void deploy(Path war) throws IOException {
        Path deployments = base.resolve("deployments");
        Path arriving = Files.copy(war, base.resolve("arriving.war"), StandardCopyOption.REPLACE_EXISTING);
        Files.move(arriving, deployments.resolve(Application.NAME + ".war"), StandardCopyOption.ATOMIC_MOVE);
        Files.writeString(deployments.resolve(Application.NAME + ".war.dodeploy"), "");
    }

    /** The version that answers; empty while none does. */
    String version() throws InterruptedException {
        requireAlive();
        HttpRequest request = HttpRequest.newBuilder(uri("version.txt"))
                .timeout(Duration.ofSeconds(10))
                .build();
        try {
            HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
            return response.statusCode() == 200 ? response.body() : "";
        } catch (IOException e) {
            return "";
        }
    }

    /** Asks the application for something; whether it did it. If not, it may have done it all the same. */
    boolean post(String path) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri("control/" + path))
                .timeout(Duration.ofSeconds(30))
                .POST(BodyPublishers.noBody())
                .build();
        try {
            return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** {@code kill -9}; returns when the process is gone. */
    void kill() throws InterruptedException {
        Process running = process;
        if (running != null) {
            running.destroyForcibly().waitFor();
        }
    }

    private void requireAlive() {
        Process running = process;
        if (running == null || !running.isAlive()) {
            throw new IllegalStateException(name + " does not run; see " + base.resolve("log/server.log"));
        }
        if (Files.exists(base.resolve("deployments/" + Application.NAME + ".war.failed"))) {
            throw new IllegalStateException(
                    name + " has refused the application; see " + base.resolve("log/server.log"));
        }
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + "/" + Application.NAME + "/" + path);
    }

    private static Path home() {
        return Path.of(System.getProperty("server.home"));
    }

    private static List<String> options() {
        return Arrays.stream(System.getProperty("server.jvm", "").split(" "))
                .filter(option -> !option.isEmpty())
                .toList();
    }

    /** Not from the range of the ports that clients get: at a restart one of those could have it. */
    private static int freePort() {
        while (true) {
            int candidate = ThreadLocalRandom.current().nextInt(10_000, 30_000);
            try (ServerSocket socket = new ServerSocket(candidate, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                // Somebody has it; the next one.
            }
        }
    }

    /** Shuts it down as an operator would, and kills it if it does not end. */
    void stop() throws InterruptedException {
        Process running = process;
        if (running != null) {
            running.destroy();
            if (!running.waitFor(60, TimeUnit.SECONDS)) {
                kill();
                throw new IllegalStateException(name + " did not stop; see " + base.resolve("log/server.log"));
            }
        }
    }
}
