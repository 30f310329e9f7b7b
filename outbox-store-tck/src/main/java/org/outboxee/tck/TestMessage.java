package org.outboxee.tck;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.outboxee.spi.Availability;
import org.outboxee.spi.OutboxMessage;

/** Builds messages for the tests: whatever a test does not care about has a harmless default. Not thread-safe. */
final class TestMessage {

    /** The binding of a message that names none. */
    static final String BINDING = "default";

    private final String id;
    private final @Nullable String key;
    private String name = "test.message";
    private byte[] payload = "{}".getBytes(UTF_8);
    private final Map<String, String> headers = new HashMap<>();
    private Availability availability = new Availability.Now();
    private Set<String> bindings = Set.of(BINDING);
    private boolean idRemembered;

    private TestMessage(String id, @Nullable String key) {
        this.id = id;
        this.key = key;
    }

    /** A message with an ordering key. */
    static TestMessage keyed(String id, String key) {
        return new TestMessage(id, key);
    }

    /** A message without an ordering key. */
    static TestMessage keyless(String id) {
        return new TestMessage(id, null);
    }

    TestMessage name(String newName) {
        name = newName;
        return this;
    }

    TestMessage payload(byte[] newPayload) {
        payload = newPayload;
        return this;
    }

    TestMessage header(String headerName, String value) {
        headers.put(headerName, value);
        return this;
    }

    TestMessage delay(Duration delay) {
        availability = new Availability.After(delay);
        return this;
    }

    TestMessage at(Instant instant) {
        availability = new Availability.At(instant);
        return this;
    }

    TestMessage bindings(String... newBindings) {
        bindings = Set.of(newBindings);
        return this;
    }

    /** A message whose id the caller chose. */
    TestMessage idRemembered() {
        idRemembered = true;
        return this;
    }

    OutboxMessage build() {
        return new OutboxMessage(id, name, key, payload, headers, availability, bindings, idRemembered);
    }
}
