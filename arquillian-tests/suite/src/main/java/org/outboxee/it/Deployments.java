package org.outboxee.it;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import org.assertj.core.api.Assertions;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.outboxee.Outbox;

/** The archives that the tests deploy, with the jars that an application would carry in {@code WEB-INF/lib}. */
final class Deployments {

    private Deployments() {}

    /** A WAR with the library in it; the caller adds its own classes. */
    static WebArchive war(String name) {
        return ShrinkWrap.create(WebArchive.class, name + ".war")
                .addAsLibraries(jarOf(Outbox.class), jarOf(Assertions.class));
    }

    /** The jar that a class was loaded from, so that what is deployed is what this build has just packaged. */
    static File jarOf(Class<?> type) {
        try {
            Path jar = Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
            if (!jar.toString().endsWith(".jar")) {
                throw new IllegalStateException(type + " is not in a jar but in " + jar + ": run mvn verify");
            }
            return jar.toFile();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("No jar for " + type, e);
        }
    }
}
