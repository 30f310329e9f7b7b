package org.outboxee.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

class PackagedWarIT {

    @Test
    void the_war_carries_the_library_and_nothing_else() throws IOException {
        try (JarFile war = new JarFile(System.getProperty("shop.war"))) {
            assertThat(war.stream()
                            .map(ZipEntry::getName)
                            .filter(name -> name.startsWith("WEB-INF/lib/") && !name.endsWith("/"))
                            .map(name -> name.replaceFirst("WEB-INF/lib/(.*?)-\\d.*", "$1")))
                    .containsExactlyInAnyOrder(
                            "outbox-api", "outbox-relay", "outbox-cdi-extension", "outbox-jpa-store");
        }
    }
}
