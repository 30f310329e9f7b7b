package org.outboxee.jpa.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A PostgreSQL server that can be stopped and started again, with the same data at the same port. */
public final class RestartablePostgresql implements AutoCloseable {

    private final Path data;
    private final int port;
    private EmbeddedPostgres server;

    /** Starts it, at a port that was free. */
    public RestartablePostgresql() {
        try {
            data = Files.createTempDirectory("outbox-postgresql");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server = start(0);
        port = server.getPort();
    }

    /** The JDBC URL of its database. */
    public String url() {
        return "jdbc:postgresql://localhost:" + port + "/postgres?user=postgres";
    }

    /** Stops the server; its sessions end. */
    public void stop() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills all processes of the server at once: it recovers from its log when it starts again. */
    public void crash() {
        try {
            long pid = Long.parseLong(
                    Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip());
            ProcessHandle postmaster = ProcessHandle.of(pid).orElseThrow();
            List<ProcessHandle> all = Stream.concat(Stream.of(postmaster), postmaster.descendants())
                    .toList();
            all.forEach(ProcessHandle::destroyForcibly);
            all.forEach(process -> process.onExit().join());
            server.close(); // finds nothing to stop, and gives up its lock of the directory
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts the server again, and returns when it answers. */
    public void startAgain() {
        server = start(port);
    }

    private EmbeddedPostgres start(int atPort) {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofMinutes(1))
                .setServerConfig("listen_addresses", "127.0.0.1")
                // A crash would take back what was said to be committed.
                .setServerConfig("synchronous_commit", "on")
                .setDataDirectory(data)
                .setCleanDataDirectory(false);
        try {
            return (atPort == 0 ? builder : builder.setPort(atPort)).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        stop();
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
