package org.outboxee.dynamo.internal;

import static java.util.Collections.unmodifiableMap;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.DeadLetter;
import org.outboxee.admin.FailedAttempt;
import org.outboxee.admin.RecordDetails;
import org.outboxee.admin.RecordId;
import org.outboxee.admin.RecordState;
import org.outboxee.admin.RecordSummary;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Failure;
import org.outboxee.spi.Lane;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.PendingRecord;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A record as an item. Names of attributes are short, since they are paid for with every kilobyte; what is zero or
 * empty is left out. Immutable.
 *
 * @param attributes the item, unmodifiable
 */
record RecordItem(Map<String, AttributeValue> attributes) {

    static final String ID = "id";
    static final String BINDING = "b";
    static final String NAME = "n";
    static final String KEY = "k";
    static final String PAYLOAD = "p";
    static final String HEADERS = "h";
    static final String SEQ = "s";
    static final String CREATED = "c";
    static final String DUE = "d";
    static final String STATE = "st";
    static final String ATTEMPTS = "a";
    static final String CRASHES = "x";
    static final String TOKEN = "t";
    static final String VERSION = "v";
    static final String LEASE = "e";
    static final String FAILURES = "f";
    static final String STACK = "stk";
    static final String REMEMBERED = "r";
    static final String ENDED = "u";
    static final String UNTIL = "un";
    static final String TTL = "ttl";
    static final String LIVE_KEY = "lk";

    /** Grows with every change: a condition on it tells that nothing has changed since a read. */
    static final String MODIFICATION = "m";

    /** Range key of {@code ClaimIndex}. */
    static final String CLAIM_SORT = "claim_sort";

    static final String PENDING = "P";
    static final String CLAIMED = "C";

    private static final Map<String, RecordState> STATES = Map.of(
            PENDING,
            RecordState.PENDING,
            CLAIMED,
            RecordState.CLAIMED,
            "D",
            RecordState.DEAD,
            "X",
            RecordState.DELIVERED);

    RecordItem {
        attributes = unmodifiableMap(attributes);
    }

    /** A record of a message that is about to be written. */
    static RecordItem of(OutboxMessage message, String binding, String pk, long seq, long created, long due) {
        Map<String, AttributeValue> item = new HashMap<>();
        item.put(Keys.PK, Av.s(pk));
        item.put(ID, Av.s(message.id()));
        item.put(BINDING, Av.s(binding));
        item.put(NAME, Av.s(message.name()));
        if (message.key() != null) {
            item.put(KEY, Av.s(message.key()));
        }
        item.put(PAYLOAD, Av.b(message.payload()));
        if (!message.headers().isEmpty()) {
            Map<String, AttributeValue> headers = new HashMap<>();
            message.headers().forEach((name, value) -> headers.put(name, Av.s(value)));
            item.put(HEADERS, AttributeValue.fromM(headers));
        }
        item.put(SEQ, Av.n(seq));
        item.put(CREATED, Av.n(created));
        item.put(DUE, Av.n(due));
        item.put(STATE, Av.s(PENDING));
        item.put(MODIFICATION, Av.n(0));
        if (message.idRemembered()) {
            item.put(REMEMBERED, Av.n(1));
        }
        return new RecordItem(item);
    }

    /** This record with some attributes replaced, and others left out. */
    RecordItem with(Map<String, AttributeValue> changed, String... removed) {
        Map<String, AttributeValue> item = new HashMap<>(attributes);
        item.putAll(changed);
        for (String attribute : removed) {
            item.remove(attribute);
        }
        return new RecordItem(item);
    }

    RecordItem with(String attribute, AttributeValue value) {
        return with(Map.of(attribute, value));
    }

    Keys.Key key() {
        return Keys.Key.of(attributes);
    }

    RecordId id() {
        return new RecordId(text(ID), text(BINDING));
    }

    @Nullable
    String orderingKey() {
        return attributes.containsKey(KEY) ? text(KEY) : null;
    }

    @Nullable
    Lane lane() {
        String key = orderingKey();
        return key == null ? null : new Lane(0, text(BINDING), key);
    }

    RecordState state() {
        return STATES.getOrDefault(text(STATE), RecordState.PENDING);
    }

    boolean isPending() {
        return text(STATE).equals(PENDING);
    }

    boolean isClaimed() {
        return text(STATE).equals(CLAIMED);
    }

    boolean isRemembered() {
        return attributes.containsKey(REMEMBERED);
    }

    long number(String attribute) {
        return Av.number(attributes, attribute);
    }

    String text(String attribute) {
        return Av.text(attributes, attribute);
    }

    /** By (createdAt, seq), and by what differs among the records of one message. */
    int compareAge(RecordItem other) {
        int byTime = Long.compare(number(CREATED), other.number(CREATED));
        int bySeq = byTime != 0 ? byTime : Long.compare(number(SEQ), other.number(SEQ));
        return bySeq != 0 ? bySeq : key().sk().compareTo(other.key().sk());
    }

    /** About what the service counts: names and values in UTF-8. */
    int size() {
        return ItemSize.of(attributes);
    }

    Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        AttributeValue stored = attributes.get(HEADERS);
        if (stored != null) {
            stored.m().forEach((name, value) -> headers.put(name, value.s()));
        }
        return unmodifiableMap(headers);
    }

    List<FailedAttempt> history() {
        AttributeValue stored = attributes.get(FAILURES);
        return stored == null
                ? List.of()
                : stored.l().stream()
                        .map(AttributeValue::m)
                        .map(item -> new FailedAttempt(
                                (int) Av.number(item, "n"),
                                Instant.ofEpochMilli(Av.number(item, "at")),
                                Av.text(item, "e")))
                        .toList();
    }

    /** The attributes that one more failure changes. */
    Map<String, AttributeValue> failed(int attempts, Failure failure, long now) {
        List<AttributeValue> failures = new ArrayList<>();
        AttributeValue stored = attributes.get(FAILURES);
        if (stored != null) {
            failures.addAll(stored.l());
        }
        failures.add(AttributeValue.fromM(Map.of("n", Av.n(attempts), "at", Av.n(now), "e", Av.s(failure.error()))));
        int over = Math.max(0, failures.size() - RecordDetails.MAX_HISTORY);
        return Map.of(
                ATTEMPTS, Av.n(attempts),
                FAILURES, AttributeValue.fromL(List.copyOf(failures.subList(over, failures.size()))),
                STACK, Av.s(failure.stack()));
    }

    private String error() {
        List<FailedAttempt> history = history();
        return history.isEmpty() ? "" : history.get(history.size() - 1).error();
    }

    RecordSummary summary(int partition) {
        return new RecordSummary(
                id(),
                text(NAME),
                orderingKey(),
                state(),
                partition,
                number(SEQ),
                instant(CREATED),
                instant(DUE),
                (int) number(ATTEMPTS),
                (int) number(CRASHES),
                error());
    }

    RecordDetails details(int partition) {
        return new RecordDetails(summary(partition), headers(), history(), text(STACK));
    }

    DeadLetter deadLetter() {
        return new DeadLetter(
                id(), text(NAME), orderingKey(), headers(), (int) number(ATTEMPTS), error(), instant(CREATED));
    }

    PendingRecord pending() {
        return new PendingRecord(
                id(),
                number(SEQ),
                text(NAME),
                orderingKey(),
                instant(CREATED),
                instant(DUE),
                (int) number(ATTEMPTS),
                (int) number(CRASHES));
    }

    ClaimedRecord claimed(int partition, ClaimHandle handle) {
        return new ClaimedRecord(
                id(),
                partition,
                number(SEQ),
                text(NAME),
                orderingKey(),
                payload(),
                headers(),
                instant(CREATED),
                (int) number(ATTEMPTS),
                (int) number(CRASHES),
                text(TOKEN),
                instant(LEASE),
                handle);
    }

    private byte[] payload() {
        AttributeValue stored = attributes.get(PAYLOAD);
        return stored == null ? new byte[0] : stored.b().asByteArrayUnsafe();
    }

    private Instant instant(String attribute) {
        return Instant.ofEpochMilli(number(attribute));
    }
}
