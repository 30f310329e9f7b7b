package org.outboxee.it.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.outboxee.Outbox;
import org.outboxee.cdi.OutboxExtension;
import org.outboxee.it.Deployments;
import org.outboxee.it.cluster.app.Accounts;
import org.outboxee.it.cluster.second.AuditHandler;
import org.outboxee.jpa.JpaStoreProvider;
import org.outboxee.relay.Relay;
import org.postgresql.Driver;

/** The application in its two versions, packaged as a team would package it. */
final class Application {

    static final String NAME = "cluster";

    private final Path folder;
    private final String url;
    private final Map<String, String> settings;

    /**
     * @param folder where the archives go
     * @param url the JDBC URL of the database
     * @param settings of the outbox
     */
    Application(Path folder, String url, Map<String, String> settings) {
        this.folder = folder;
        this.url = url;
        this.settings = settings;
    }

    /** Handles {@code changed}. */
    Path first() {
        return export(war(), 1);
    }

    /** Handles {@code changed} and {@code audited}. */
    Path second() {
        return export(war().addPackage(AuditHandler.class.getPackage()), 2);
    }

    private WebArchive war() {
        String lines = settings.entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .collect(Collectors.joining("\n", "outbox.name=" + NAME + "\n", "\n"));
        return ShrinkWrap.create(WebArchive.class, NAME + ".war")
                .addAsLibraries(
                        Deployments.jarOf(Outbox.class),
                        Deployments.jarOf(Relay.class),
                        Deployments.jarOf(OutboxExtension.class),
                        Deployments.jarOf(JpaStoreProvider.class),
                        Deployments.jarOf(Driver.class))
                .addPackage(Accounts.class.getPackage())
                .addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml")
                .setWebXML(new StringAsset(resource("web.xml").replace("@url@", url)))
                .addAsResource("persistence.xml", "META-INF/persistence.xml")
                .addAsResource(new StringAsset(lines), "META-INF/outbox.properties");
    }

    private Path export(WebArchive war, int version) {
        Path file = folder.resolve(NAME + "-" + version + ".war");
        war.addAsWebResource(new StringAsset(String.valueOf(version)), "version.txt")
                .as(ZipExporter.class)
                .exportTo(file.toFile(), true);
        return file;
    }

    static String resource(String name) {
        try (InputStream content = Application.class.getResourceAsStream("/" + name)) {
            if (content == null) {
                throw new IllegalStateException("There is no " + name + " on the class path");
            }
            return new String(content.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
