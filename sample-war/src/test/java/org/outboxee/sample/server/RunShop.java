package org.outboxee.sample.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Runs the shop on WildFly in the foreground until Ctrl+C: the main class of the build's {@code run} profile. */
public final class RunShop {

    private RunShop() {}

    /** Starts the server, says where the shop is, and waits. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path data = path("shop.data");
        ShopServer server = new WildFly(new ShopSetup(
                path("wildfly.home"),
                path("shop.war"),
                path("shop.work"),
                data,
                Integer.getInteger("shop.port", 8080),
                ShopSetup.options(System.getProperty("shop.jvm", "")),
                Optional.empty()));
        // Ctrl+C reaches the server too; this waits until it has delivered what it was delivering.
        Runtime.getRuntime().addShutdownHook(new Thread(server::stop, "stop-shop"));
        server.start();
        announce("The shop is open: " + server.address(), "Its data are in " + data, "Ctrl+C stops it.");
        server.awaitEnd();
    }

    /** Standard output is this program's user interface: the server's own log goes there too. */
    @SuppressWarnings("SystemOut")
    private static void announce(String... lines) {
        System.out.printf("%n%s%n%n", String.join(System.lineSeparator(), lines).indent(4));
    }

    private static Path path(String property) {
        String value = System.getProperty(property);
        if (value == null) {
            throw new IllegalStateException("The system property " + property + " is missing: run mvn -Prun");
        }
        return Path.of(value).toAbsolutePath();
    }
}
