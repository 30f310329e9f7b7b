package org.outboxee.it;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;
import org.hamcrest.Matcher;
import org.jboss.shrinkwrap.api.Filters;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.outboxee.Outbox;
import org.outboxee.cdi.OutboxExtension;
import org.outboxee.it.support.Inbox;
import org.outboxee.it.unit.OutboxUnitProducer;
import org.outboxee.jpa.JpaStoreProvider;
import org.outboxee.memory.MemoryStoreProvider;
import org.outboxee.relay.Relay;

/**
 * The archives that the tests deploy: the beans in the test's package, what all tests share, and the jars that an
 * application would carry in {@code WEB-INF/lib}. Module, outbox and package have one name.
 */
public final class Deployments {

    private Deployments() {}

    /** An application with the JPA store on the server's default data source, in the unit of its own entities. */
    public static WebArchive jpa(Class<?> test, String... settings) {
        return withSupport(bareJpa(test, settings));
    }

    /** The same with nothing that only tests need, for one that is deployed again and again. */
    public static WebArchive bareJpa(Class<?> test, String... settings) {
        return war(test, Stream.concat(Stream.of("outbox.jpa.schema=create"), Stream.of(settings)))
                .addAsLibraries(jarOf(JpaStoreProvider.class))
                .addPackage(OutboxUnitProducer.class.getPackage())
                .addAsResource("org/outboxee/it/unit/persistence.xml", "META-INF/persistence.xml")
                .addAsResource("org/outboxee/it/unit/business.sql", "META-INF/business.sql");
    }

    /** An application with the memory store, without a persistence unit. */
    public static WebArchive memory(Class<?> test, String... settings) {
        return withSupport(war(test, Stream.of(settings))).addAsLibraries(jarOf(MemoryStoreProvider.class));
    }

    private static WebArchive war(Class<?> test, Stream<String> settings) {
        String topic = test.getPackageName();
        String name = topic.substring(topic.lastIndexOf('.') + 1);
        List<String> lines =
                Stream.concat(Stream.of("outbox.name=" + name), settings).toList();
        return ShrinkWrap.create(WebArchive.class, name + ".war")
                .addAsLibraries(jarOf(Outbox.class), jarOf(Relay.class), jarOf(OutboxExtension.class))
                .addPackages(false, Filters.exclude(".*IT\\.class"), test.getPackage())
                .addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml")
                .addAsResource(new StringAsset(String.join("\n", lines)), "META-INF/outbox.properties");
    }

    private static WebArchive withSupport(WebArchive war) {
        return war.addAsLibraries(jarOf(Assertions.class), jarOf(Awaitility.class), jarOf(Matcher.class))
                .addPackage(Inbox.class.getPackage());
    }

    /** The jar that a class was loaded from, so that what is deployed is what this build has just packaged. */
    public static File jarOf(Class<?> type) {
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
