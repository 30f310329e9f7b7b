package org.outboxee.sample.provider;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How a simulated provider answers. */
public enum Behaviour {
    /** Does what it is asked. */
    OK,
    /** Fails with an error that may pass: the outbox tries again with growing delays, then keeps a dead letter. */
    FAIL,
    /** Asks to come back later: the outbox waits at least that long. */
    RATE_LIMIT,
    /** Never answers: the outbox interrupts the call after the delivery timeout. */
    HANG,
    /** Refuses for good: the message becomes a dead letter at once. */
    DECLINE;

    /** The word for it in JSON, such as {@code rate-limit}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** All words, for messages. */
    static String words() {
        return Arrays.stream(values()).map(Behaviour::word).collect(Collectors.joining(", "));
    }

    /** The behaviour for a word, empty for any other text. */
    static Optional<Behaviour> of(@Nullable String word) {
        return Arrays.stream(values())
                .filter(behaviour -> behaviour.word().equals(word))
                .findFirst();
    }
}
