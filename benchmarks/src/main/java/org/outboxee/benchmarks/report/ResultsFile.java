package org.outboxee.benchmarks.report;

import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import jakarta.json.JsonValue;
import jakarta.json.JsonWriter;
import jakarta.json.stream.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** {@code results.json}: the medians of all benchmarks, of each as it ran last. */
final class ResultsFile {

    private final Path file;

    ResultsFile(Path file) {
        this.file = file;
    }

    /** Replaces the results of one benchmark. */
    void replace(Section section) throws IOException {
        JsonArrayBuilder all = Json.createArrayBuilder();
        if (Files.exists(file)) {
            try (JsonReader reader = Json.createReader(Files.newBufferedReader(file))) {
                for (JsonObject old : reader.readArray().getValuesAs(JsonObject.class)) {
                    if (!old.getString("name").startsWith(section.id() + ": ")) {
                        all.add(old);
                    }
                }
            }
        }
        section.results().forEach(result -> all.add(object(section.id(), result)));
        try (JsonWriter writer = Json.createWriterFactory(Map.of(JsonGenerator.PRETTY_PRINTING, true))
                .createWriter(Files.newBufferedWriter(file))) {
            writer.writeArray(all.build());
        }
    }

    private static JsonObject object(String id, Result result) {
        JsonObjectBuilder peers = Json.createObjectBuilder();
        result.peers().forEach((name, series) -> peers.add(name, number(series)));
        Series floor = result.floor();
        Boolean met = result.met();
        return Json.createObjectBuilder()
                .add("name", id + ": " + result.name())
                .add("unit", result.unit())
                .add("ours", number(result.ours()))
                .add("floor", floor == null ? JsonValue.NULL : Json.createValue(number(floor)))
                .add("peers", peers)
                .add("goal", result.goal())
                .add("met", met == null ? JsonValue.NULL : met ? JsonValue.TRUE : JsonValue.FALSE)
                .build();
    }

    private static BigDecimal number(Series series) {
        BigDecimal rounded =
                new BigDecimal(series.median()).round(new MathContext(4)).stripTrailingZeros();
        return rounded.scale() < 0 ? rounded.setScale(0) : rounded; // for people, without an exponent
    }
}
