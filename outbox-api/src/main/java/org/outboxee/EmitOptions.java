package org.outboxee;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How one message is emitted: ordering key, id, headers, and when it becomes due. Immutable, safe for any thread.
 *
 * <p>Start with a static method and add with the {@code with} methods:
 *
 * <pre>{@code
 * EmitOptions.key(customer.id()).withHeader("tenant", tenant).withDelay(Duration.ofMinutes(5))
 * }</pre>
 */
public final class EmitOptions {

    /** The longest delay: 36,500 days, about a hundred years. */
    public static final Duration MAX_DELAY = Duration.ofDays(36_500);

    /** The latest due time: the end of the year 9999, the last one that every database can tell. */
    public static final Instant MAX_AT = Instant.parse("9999-12-31T23:59:59.999Z");

    private static final EmitOptions NONE = new EmitOptions(null, null, Map.of(), null, null);

    private final @Nullable String key;
    private final @Nullable String id;
    private final Map<String, String> headers;
    private final @Nullable Duration delay;
    private final @Nullable Instant at;

    private EmitOptions(
            @Nullable String key,
            @Nullable String id,
            Map<String, String> headers,
            @Nullable Duration delay,
            @Nullable Instant at) {
        this.key = key;
        this.id = id;
        this.headers = headers;
        this.delay = delay;
        this.at = at;
    }

    /** No ordering key, a generated id, no headers, due at once. */
    public static EmitOptions none() {
        return NONE;
    }

    /** Options with an ordering key, see {@link #withKey(String)}. */
    public static EmitOptions key(String key) {
        return NONE.withKey(key);
    }

    /** Options with the caller's message id, see {@link #withId(String)}. */
    public static EmitOptions id(String id) {
        return NONE.withId(id);
    }

    /** Options with one header, see {@link #withHeader(String, String)}. */
    public static EmitOptions header(String name, String value) {
        return NONE.withHeader(name, value);
    }

    /** Options with a delay, see {@link #withDelay(Duration)}. */
    public static EmitOptions delay(Duration delay) {
        return NONE.withDelay(delay);
    }

    /** Options with a due time, see {@link #withAt(Instant)}. */
    public static EmitOptions at(Instant at) {
        return NONE.withAt(at);
    }

    /**
     * Delivers the message in commit order among all messages with the same key and binding (G3).
     *
     * @param key 1 to 255 characters, compared exactly; an empty key is refused, since some databases store it as null
     * @throws InvalidMessageException if the key is empty
     */
    public EmitOptions withKey(String key) {
        return new EmitOptions(notEmpty("key", key), id, headers, delay, at);
    }

    /**
     * Gives the message the caller's own id instead of a generated one.
     *
     * @param id 1 to 100 characters; must be unique in this outbox among the messages that are not delivered, and those
     *     whose delivery is not longer ago than {@code outbox.retention.ids} (default: one day)
     * @throws InvalidMessageException if the id is empty
     */
    public EmitOptions withId(String id) {
        return new EmitOptions(key, notEmpty("id", id), headers, delay, at);
    }

    /**
     * Adds a header; a later value for the same name replaces an earlier one.
     *
     * @param name 1 to 100 characters
     * @param value any text, may be empty; all headers of a message together are bounded by the store (8 KiB)
     * @throws InvalidMessageException if the name is empty
     */
    public EmitOptions withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(notEmpty("header name", name), Objects.requireNonNull(value, "header value"));
        return new EmitOptions(key, id, Collections.unmodifiableMap(more), delay, at);
    }

    /**
     * Delivers the message no earlier than this long after it was written, by the store's clock. Replaces a time set by
     * {@link #withAt(Instant)}. A message with a key holds back later messages of that key until then.
     *
     * @param delay zero, which means at once, to {@link #MAX_DELAY}; rounded up to milliseconds
     * @throws InvalidMessageException if the delay is negative or longer
     */
    public EmitOptions withDelay(Duration delay) {
        if (delay.isNegative() || delay.compareTo(MAX_DELAY) > 0) {
            throw new InvalidMessageException(
                    "OUTBOX-01004",
                    "The delay of a message is " + delay + "; allowed is PT0S to " + MAX_DELAY + " ("
                            + MAX_DELAY.toDays() + " days)");
        }
        return new EmitOptions(key, id, headers, delay, null);
    }

    /**
     * Delivers the message no earlier than this instant, by the store's clock; an instant in the past means at once.
     * Replaces a delay set by {@link #withDelay(Duration)}. A message with a key holds back later messages of that key
     * until then.
     *
     * @param at up to {@link #MAX_AT}; rounded up to milliseconds
     * @throws InvalidMessageException if the instant is later
     */
    public EmitOptions withAt(Instant at) {
        if (at.isAfter(MAX_AT)) {
            throw new InvalidMessageException(
                    "OUTBOX-01021", "The due time of a message is " + at + "; allowed is up to " + MAX_AT);
        }
        return new EmitOptions(key, id, headers, null, at);
    }

    /** The ordering key, empty when the message needs no order. */
    public Optional<String> key() {
        return Optional.ofNullable(key);
    }

    /** The caller's message id, empty when one shall be generated. */
    public Optional<String> id() {
        return Optional.ofNullable(id);
    }

    /** The headers, in the order in which they were added; unmodifiable. */
    public Map<String, String> headers() {
        return headers;
    }

    /** The delay, empty when none or a due time was set. */
    public Optional<Duration> delay() {
        return Optional.ofNullable(delay);
    }

    /** The due time, empty when none or a delay was set. */
    public Optional<Instant> at() {
        return Optional.ofNullable(at);
    }

    private static String notEmpty(String what, String value) {
        if (value.isEmpty()) {
            throw new InvalidMessageException(
                    "OUTBOX-01015", "The " + what + " of a message is empty; leave it out or give it a character");
        }
        return value;
    }

    @Override
    public String toString() {
        return "EmitOptions[key=" + key + ", id=" + id + ", headers=" + headers.keySet() + ", delay=" + delay + ", at="
                + at + "]";
    }
}
