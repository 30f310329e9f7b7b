package org.outboxee.spi;

import java.time.Duration;

/** What became of a claimed record. */
public sealed interface Settlement {

    /** The record, with the token of its claim. */
    ClaimedRecord record();

    /** Delivered: the record is deleted, or kept as {@link Retention} says. */
    record Completed(ClaimedRecord record) implements Settlement {}

    /**
     * The delivery failed: pending again with one more attempt, due after {@code retryAfter} by the store's clock. In
     * the same transaction the younger records of its lane that carry the same token are released.
     */
    record Failed(ClaimedRecord record, Duration retryAfter, Failure failure) implements Settlement {}

    /** It will not be tried again: a dead letter with this number of attempts. Its lane goes on. */
    record Dead(ClaimedRecord record, int attempts, Failure failure) implements Settlement {}

    /**
     * Not delivered, no fault of its own: pending again, attempts unchanged, due after {@code delay} by the store's
     * clock (zero: due as it was). Younger records of its lane that carry the same token are released with it.
     */
    record Released(ClaimedRecord record, Duration delay) implements Settlement {}
}
