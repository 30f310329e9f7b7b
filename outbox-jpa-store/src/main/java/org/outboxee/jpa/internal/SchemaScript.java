package org.outboxee.jpa.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/** Reads the scripts in this jar: comments are lines of their own, statements end with a semicolon. */
final class SchemaScript {

    private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*--.*$");
    private static final Pattern END = Pattern.compile(";\\s*(?:\\R|$)");

    private SchemaScript() {}

    /** The statements of a script, without comments and semicolons. */
    static List<String> statements(String resource) {
        String script = COMMENT.matcher(read(resource)).replaceAll("");
        return Arrays.stream(END.split(script))
                .map(String::strip)
                .filter(statement -> !statement.isEmpty())
                .toList();
    }

    private static String read(String resource) {
        ClassLoader loader = Objects.requireNonNull(SchemaScript.class.getClassLoader());
        try (InputStream in = Objects.requireNonNull(loader.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
