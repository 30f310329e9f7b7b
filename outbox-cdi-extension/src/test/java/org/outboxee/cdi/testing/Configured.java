package org.outboxee.cdi.testing;

import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Gives the application under test files of its own while it is deployed. */
public final class Configured implements Extension {

    private final ClassLoader application;
    private ClassLoader before;

    private Configured(ClassLoader application) {
        this.application = application;
    }

    /** With these lines in its {@code META-INF/outbox.properties}. */
    public static Configured with(String... lines) {
        return new Configured(loader("META-INF/outbox.properties", lines));
    }

    /** A class loader of an application that has one file. */
    public static ClassLoader loader(String file, String... lines) {
        return loader(Map.of(file, String.join("\n", lines)));
    }

    /** A class loader of an application with these files, by name and content. */
    public static ClassLoader loader(Map<String, String> files) {
        try {
            Path root = Files.createTempDirectory(Path.of("target"), "application");
            for (Map.Entry<String, String> file : files.entrySet()) {
                Path path = root.resolve(file.getKey());
                Files.createDirectories(path.getParent());
                Files.writeString(path, file.getValue());
            }
            return new URLClassLoader(new URL[] {root.toUri().toURL()}, Configured.class.getClassLoader());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void enter(@Observes BeforeBeanDiscovery event) {
        before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(application);
    }

    void leave(@Observes @Priority(Integer.MAX_VALUE) AfterDeploymentValidation event) {
        Thread.currentThread().setContextClassLoader(before);
    }
}
