package org.outboxee.admin;

import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which records are meant: those that fulfil every condition. Texts are compared exactly, as by bytes. Immutable.
 *
 * <pre>{@code
 * RecordFilter.of(RecordState.DEAD).withName("payment.capture").withCreatedFrom(yesterday)
 * }</pre>
 *
 * @param states the states, at least one; unmodifiable
 * @param messageIdOrNull the message id, {@code null} for any
 * @param nameOrNull the message name, {@code null} for any
 * @param keyOrNull the ordering key, {@code null} for any and none
 * @param bindingOrNull the binding, {@code null} for any
 * @param fromOrNull the earliest creation time, inclusive; {@code null} for no bound
 * @param untilOrNull the latest creation time, exclusive; {@code null} for no bound
 */
public record RecordFilter(
        Set<RecordState> states,
        @Nullable String messageIdOrNull,
        @Nullable String nameOrNull,
        @Nullable String keyOrNull,
        @Nullable String bindingOrNull,
        @Nullable Instant fromOrNull,
        @Nullable Instant untilOrNull) {

    /**
     * Copies the states.
     *
     * @throws IllegalArgumentException if there is none
     */
    public RecordFilter {
        if (states.isEmpty()) {
            throw new IllegalArgumentException(
                    "A filter of records has no state; allowed are one or more of " + EnumSet.allOf(RecordState.class));
        }
        states = Set.copyOf(states);
    }

    /** All records, whatever they are doing. */
    public static RecordFilter all() {
        return new RecordFilter(EnumSet.allOf(RecordState.class), null, null, null, null, null, null);
    }

    /** The records in a state, or in one of several. */
    public static RecordFilter of(RecordState first, RecordState... others) {
        return new RecordFilter(EnumSet.of(first, others), null, null, null, null, null, null);
    }

    /** Only the records of one message. */
    public RecordFilter withMessageId(String messageId) {
        return new RecordFilter(states, messageId, nameOrNull, keyOrNull, bindingOrNull, fromOrNull, untilOrNull);
    }

    /** Only messages of this name. */
    public RecordFilter withName(String name) {
        return new RecordFilter(states, messageIdOrNull, name, keyOrNull, bindingOrNull, fromOrNull, untilOrNull);
    }

    /** Only messages with this ordering key. */
    public RecordFilter withKey(String key) {
        return new RecordFilter(states, messageIdOrNull, nameOrNull, key, bindingOrNull, fromOrNull, untilOrNull);
    }

    /** Only records for this binding. */
    public RecordFilter withBinding(String binding) {
        return new RecordFilter(states, messageIdOrNull, nameOrNull, keyOrNull, binding, fromOrNull, untilOrNull);
    }

    /** Only messages that were written at this time or later, by the store's clock. */
    public RecordFilter withCreatedFrom(Instant from) {
        return new RecordFilter(states, messageIdOrNull, nameOrNull, keyOrNull, bindingOrNull, from, untilOrNull);
    }

    /** Only messages that were written before this time, by the store's clock. */
    public RecordFilter withCreatedBefore(Instant until) {
        return new RecordFilter(states, messageIdOrNull, nameOrNull, keyOrNull, bindingOrNull, fromOrNull, until);
    }

    /** The same conditions on the records in another state. */
    public RecordFilter in(RecordState state) {
        return new RecordFilter(
                Set.of(state), messageIdOrNull, nameOrNull, keyOrNull, bindingOrNull, fromOrNull, untilOrNull);
    }

    /** The message id, empty for any. */
    public Optional<String> messageId() {
        return Optional.ofNullable(messageIdOrNull);
    }

    /** The message name, empty for any. */
    public Optional<String> name() {
        return Optional.ofNullable(nameOrNull);
    }

    /** The ordering key, empty for any and none. */
    public Optional<String> key() {
        return Optional.ofNullable(keyOrNull);
    }

    /** The binding, empty for any. */
    public Optional<String> binding() {
        return Optional.ofNullable(bindingOrNull);
    }

    /** The earliest creation time, inclusive; empty for no bound. */
    public Optional<Instant> createdFrom() {
        return Optional.ofNullable(fromOrNull);
    }

    /** The latest creation time, exclusive; empty for no bound. */
    public Optional<Instant> createdBefore() {
        return Optional.ofNullable(untilOrNull);
    }
}
