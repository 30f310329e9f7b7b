package org.outboxee.sample.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Files that servers are made of. */
final class Folders {

    private Folders() {}

    /** An empty folder at this place, whatever was there. */
    static Path empty(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> all = Files.walk(folder)) {
                List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
                for (Path file : deepestFirst) {
                    Files.delete(file);
                }
            }
        }
        return Files.createDirectories(folder);
    }

    /** Copies a folder and what is in it. */
    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            List<Path> files = all.toList();
            for (Path file : files) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }

    /** Writes a file that lies on the class path. */
    static void copyResource(String name, Path to) {
        try (InputStream content = Folders.class.getResourceAsStream("/" + name)) {
            if (content == null) {
                throw new IllegalStateException("There is no " + name + " on the class path");
            }
            Files.copy(content, to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
