package org.outboxee.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.outboxee.sample.server.ShopServer;
import org.outboxee.sample.server.ShopSetup;

/** The set-ups of the tests: the WAR and the servers of this build, free ports, and a database that is new. */
final class Shops {

    private Shops() {}

    static ShopSetup fresh(String homeProperty, String name) throws IOException {
        Path work = Path.of(System.getProperty("shop.work"));
        Path data = Files.createTempDirectory(Files.createDirectories(work), name + "-data");
        return new ShopSetup(
                Path.of(System.getProperty(homeProperty)),
                Path.of(System.getProperty("shop.war")),
                work.resolve(name),
                data,
                ShopServer.freePort(),
                ShopSetup.options(System.getProperty("shop.jvm")),
                Optional.of(work.resolve(name + ".log")));
    }
}
