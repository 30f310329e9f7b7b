package org.outboxee.benchmarks.contest;

import org.jspecify.annotations.Nullable;

/**
 * What the messages of a measurement are like.
 *
 * @param keys how many ordering keys there are; 0 for messages without one
 * @param emits how many messages a transaction emits
 */
public record Work(int keys, int emits) {

    /** The size of every payload in bytes. */
    public static final int PAYLOAD = 200;

    private static final String FILLING = ".".repeat(PAYLOAD);

    /** The ordering key of a message, {@code null} for none. */
    public @Nullable String key(long message) {
        return keys == 0 ? null : "k" + message % keys;
    }

    /** The payload of a message, which begins with its number. */
    public static String payload(long message) {
        String number = Long.toString(message);
        return number + FILLING.substring(number.length());
    }

    /** The number of the message with this payload. */
    public static long number(String payload) {
        return Long.parseLong(payload.substring(0, payload.indexOf('.')));
    }

    @Override
    public String toString() {
        return keys == 0 ? "keyless" : keys == 1 ? "one key" : String.format("%,d keys", keys);
    }
}
