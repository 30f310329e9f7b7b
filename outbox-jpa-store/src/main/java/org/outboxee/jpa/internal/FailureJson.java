package org.outboxee.jpa.internal;

import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.spi.JsonProvider;
import jakarta.json.stream.JsonGenerator;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.FailedAttempt;
import org.outboxee.admin.RecordDetails;
import org.outboxee.spi.Failure;

/** The last failed attempts of a record as one JSON object in UTF-8. Safe for any thread. */
final class FailureJson {

    /**
     * What is known of the failed attempts of a record.
     *
     * @param history oldest first
     * @param stack of the last one
     */
    record Failures(List<FailedAttempt> history, String stack) {

        static final Failures NONE = new Failures(List.of(), "");
    }

    private final JsonProvider json = JsonProvider.provider();

    /** Adds a failed attempt; the oldest ones are forgotten. */
    byte[] add(byte @Nullable [] before, int number, Instant at, Failure failure) {
        List<FailedAttempt> history = new ArrayList<>(decode(before).history());
        history.add(new FailedAttempt(number, at, failure.error()));
        int forgotten = Math.max(0, history.size() - RecordDetails.MAX_HISTORY);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator generator = json.createGenerator(out)) {
            generator.writeStartObject().writeStartArray("attempts");
            for (FailedAttempt attempt : history.subList(forgotten, history.size())) {
                generator
                        .writeStartObject()
                        .write("number", attempt.number())
                        .write("at", attempt.at().toEpochMilli())
                        .write("error", attempt.error())
                        .writeEnd();
            }
            generator.writeEnd().write("stack", failure.stack()).writeEnd();
        }
        return out.toByteArray();
    }

    Failures decode(byte @Nullable [] failures) {
        if (failures == null) {
            return Failures.NONE;
        }
        try (JsonReader reader = json.createReader(new ByteArrayInputStream(failures))) {
            JsonObject object = reader.readObject();
            return new Failures(
                    object.getJsonArray("attempts").getValuesAs(FailureJson::attempt), object.getString("stack"));
        }
    }

    private static FailedAttempt attempt(jakarta.json.JsonValue value) {
        JsonObject attempt = value.asJsonObject();
        return new FailedAttempt(
                attempt.getInt("number"),
                Instant.ofEpochMilli(attempt.getJsonNumber("at").longValueExact()),
                attempt.getString("error"));
    }
}
