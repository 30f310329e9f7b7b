package org.outboxee.sample.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Open Liberty as it was unpacked, with the server of {@code liberty.xml}. */
public final class OpenLiberty extends ShopServer {

    private static final String NAME = "shop";

    /** A server that is not started yet. */
    public OpenLiberty(ShopSetup setup) {
        super(setup);
    }

    @Override
    ProcessBuilder prepare(ShopSetup setup) throws IOException {
        Path user = Folders.empty(setup.work());
        Path server = Files.createDirectories(user.resolve("servers").resolve(NAME));
        Folders.copyResource("liberty.xml", server.resolve("server.xml"));
        Path drivers = Files.createDirectories(user.resolve("shared/resources"));
        Files.copy(setup.home().resolve("usr/shared/resources/h2.jar"), drivers.resolve("h2.jar"));
        Files.write(
                server.resolve("bootstrap.properties"),
                List.of(
                        "shop.port=" + setup.port(),
                        "shop.data=" + slashes(setup.data()),
                        "shop.war=" + slashes(setup.war())));

        Path tools = setup.home().resolve("bin/tools");
        List<String> line = new ArrayList<>(setup.jvmOptions());
        line.add(0, ProcessHandle.current().info().command().orElseThrow());
        line.addAll(List.of(
                "-javaagent:" + tools.resolve("ws-javaagent.jar"),
                "@" + setup.home().resolve("lib/platform/java/java9.options"),
                "-jar",
                tools.resolve("ws-server.jar").toString(),
                NAME));
        ProcessBuilder command = new ProcessBuilder(line);
        command.environment().put("WLP_USER_DIR", user.toString());
        return setup.withOutput(command);
    }

    @Override
    boolean hasRefusedTheShop(ShopSetup setup) {
        return false;
    }
}
