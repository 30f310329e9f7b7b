package org.outboxee.jpa.internal;

import jakarta.json.JsonArray;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import jakarta.json.spi.JsonProvider;
import jakarta.json.stream.JsonGenerator;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a node handles, as one JSON object in UTF-8: an array of bindings for each message name. Safe for any thread.
 */
final class HandledJson {

    private final JsonProvider json = JsonProvider.provider();

    byte @Nullable [] encode(Optional<Map<String, Set<String>>> handled) {
        if (handled.isEmpty()) {
            return null;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator generator = json.createGenerator(out)) {
            generator.writeStartObject();
            new TreeMap<>(handled.get()).forEach((name, bindings) -> {
                generator.writeStartArray(name);
                bindings.stream().sorted().forEach(generator::write);
                generator.writeEnd();
            });
            generator.writeEnd();
        }
        return out.toByteArray();
    }

    Optional<Map<String, Set<String>>> decode(byte @Nullable [] handled) {
        if (handled == null) {
            return Optional.empty();
        }
        Map<String, Set<String>> decoded = new LinkedHashMap<>();
        try (JsonReader reader = json.createReader(new ByteArrayInputStream(handled))) {
            reader.readObject().forEach((name, bindings) -> decoded.put(name, texts(bindings.asJsonArray())));
        }
        return Optional.of(Map.copyOf(decoded));
    }

    private static Set<String> texts(JsonArray bindings) {
        return bindings.getValuesAs(JsonString.class).stream()
                .map(JsonString::getString)
                .collect(Collectors.toUnmodifiableSet());
    }
}
