package org.outboxee.jpa.internal;

import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import jakarta.json.spi.JsonProvider;
import jakarta.json.stream.JsonGenerator;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Headers as one JSON object in UTF-8, so that no character set of a database can harm them. Safe for any thread. */
final class HeaderJson {

    // Looked up once: the static methods of Json search the class path each time.
    private final JsonProvider json = JsonProvider.provider();

    byte @Nullable [] encode(Map<String, String> headers) {
        if (headers.isEmpty()) {
            return null;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator generator = json.createGenerator(out)) {
            generator.writeStartObject();
            headers.forEach(generator::write);
            generator.writeEnd();
        }
        return out.toByteArray();
    }

    Map<String, String> decode(byte @Nullable [] headers) {
        if (headers == null) {
            return Map.of();
        }
        Map<String, String> decoded = new LinkedHashMap<>();
        try (JsonReader reader = json.createReader(new ByteArrayInputStream(headers))) {
            reader.readObject().forEach((name, value) -> decoded.put(name, ((JsonString) value).getString()));
        }
        return Collections.unmodifiableMap(decoded);
    }
}
