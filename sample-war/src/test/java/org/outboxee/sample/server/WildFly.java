package org.outboxee.sample.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.wildfly.core.launcher.StandaloneCommandBuilder;

/**
 * WildFly as it was unpacked, with its own {@code standalone.xml} and the few lines of {@code wildfly.yaml}. Only the
 * HTTP port is fixed, so that other servers on the machine do not matter.
 */
public final class WildFly extends ShopServer {

    /** A server that is not started yet. */
    public WildFly(ShopSetup setup) {
        super(setup);
    }

    @Override
    ProcessBuilder prepare(ShopSetup setup) throws IOException {
        Path base = Folders.empty(setup.work());
        Folders.copy(setup.home().resolve("standalone/configuration"), base.resolve("configuration"));
        Path settings = base.resolve("configuration/wildfly.yaml");
        Folders.copyResource("wildfly.yaml", settings);
        Files.copy(setup.war(), Files.createDirectories(deployments(setup)).resolve("shop.war"));

        StandaloneCommandBuilder command = StandaloneCommandBuilder.of(setup.home())
                .setBaseDirectory(base)
                .addJavaOptions(setup.jvmOptions())
                .addServerArguments(
                        "--yaml=" + settings,
                        "-b=127.0.0.1",
                        "-bmanagement=127.0.0.1",
                        "-Djboss.http.port=" + setup.port(),
                        "-Djboss.https.port=0",
                        "-Djboss.management.http.port=0",
                        "-Djboss.tx.node.id=shop",
                        "-Dshop.data=" + slashes(setup.data()));
        return setup.withOutput(new ProcessBuilder(command.build()));
    }

    @Override
    boolean hasRefusedTheShop(ShopSetup setup) {
        return Files.exists(deployments(setup).resolve("shop.war.failed"));
    }

    private static Path deployments(ShopSetup setup) {
        return setup.work().resolve("deployments");
    }
}
