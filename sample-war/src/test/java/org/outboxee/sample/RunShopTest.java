package org.outboxee.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.outboxee.sample.server.ShopSetup;

/** What the launcher does before there is a server; the rest is in {@link ShopOnWildFlyIT}. */
class RunShopTest {

    @TempDir
    Path folder;

    @Test
    void a_taken_port_ends_it_with_a_message_that_says_what_to_do() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Process launcher = LaunchedShop.command(onPort(other.getLocalPort()))
                    .redirectErrorStream(true)
                    .start();
            String printed = new String(launcher.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(launcher.waitFor()).as(printed).isEqualTo(1);
            assertThat(printed)
                    .contains("Port " + other.getLocalPort() + " is taken; choose another one with -Dshop.port");
            assertThat(folder).isEmptyDirectory();
        }
    }

    private ShopSetup onPort(int port) {
        return new ShopSetup(
                folder.resolve("home"),
                folder.resolve("shop.war"),
                folder.resolve("work"),
                folder.resolve("data"),
                port,
                List.of(),
                Optional.empty());
    }
}
