package org.outboxee.cdi.internal.metrics;

import java.util.List;

/**
 * Every metric there is. All carry the tag {@value #OUTBOX} besides those that are named here; no tag has values
 * without bound. The table in {@code docs/monitoring.md} is held against this class by a test.
 */
public enum Meter {
    /** Pending records. */
    DEPTH("outbox.depth", Kind.GAUGE, Unit.NONE, "Messages that wait, also for their time or a retry; up to 10,000"),
    /** Claimed records. */
    CLAIMED_DEPTH("outbox.claimed.depth", Kind.GAUGE, Unit.NONE, "Messages that a node has claimed; up to 10,000"),
    /** Age of the oldest pending record. */
    OLDEST_AGE("outbox.oldest.age", Kind.GAUGE, Unit.SECONDS, "How long ago the oldest message that waits was written"),
    /** Dead letters. */
    DEAD("outbox.dead", Kind.GAUGE, Unit.NONE, "Dead letters; up to 10,000"),
    /** Lanes that are held up. */
    STALLED_LANES("outbox.stalled.lanes", Kind.GAUGE, Unit.NONE, "Ordering keys that their oldest message holds up"),
    /** Partitions of this node. */
    OWNED_PARTITIONS("outbox.owned.partitions", Kind.GAUGE, Unit.NONE, "Partitions that this node claims from"),
    /** Committed messages. */
    EMITTED("outbox.emitted", Kind.COUNTER, Unit.NONE, "Messages whose transactions have committed", "name"),
    /** Deliveries that ended. */
    DELIVERIES(
            "outbox.deliveries",
            Kind.COUNTER,
            Unit.NONE,
            "Deliveries that ended; outcome is delivered, retried or dead",
            "name",
            "binding",
            "outcome"),
    /** Time in handlers. */
    DELIVERY_DURATION("outbox.delivery.duration", Kind.TIMER, Unit.SECONDS, "Time in the handler", "name", "binding"),
    /** Time from the emit to the handler. */
    DELIVERY_LATENCY(
            "outbox.delivery.latency",
            Kind.TIMER,
            Unit.SECONDS,
            "Time from the commit to the first delivery, with the delay that was asked for",
            "name",
            "binding"),
    /** Records given back. */
    RELEASED("outbox.released", Kind.COUNTER, Unit.NONE, "Claimed messages that were given back undelivered"),
    /** Settlements of lost claims. */
    SETTLEMENTS_IGNORED(
            "outbox.settlements.ignored",
            Kind.COUNTER,
            Unit.NONE,
            "Results that came too late, since another node had the message by then"),
    /** Lost partitions. */
    LEASE_LOST("outbox.lease.lost", Kind.COUNTER, Unit.NONE, "Partitions that other nodes have taken over"),
    /** Contention of claims. */
    CLAIM_CONFLICTS(
            "outbox.claim.conflicts",
            Kind.COUNTER,
            Unit.NONE,
            "Claims that lost against other transactions and were tried again",
            "partition"),
    /** Pages of scans. */
    SCAN_PAGES(
            "outbox.dynamodb.claim.scan.pages",
            Kind.COUNTER,
            Unit.NONE,
            "Pages that claims have scanned, on DynamoDB",
            "partition"),
    /** Short claims. */
    CLAIM_TRUNCATED(
            "outbox.dynamodb.claim.truncated",
            Kind.COUNTER,
            Unit.NONE,
            "Claims that failed half-way and returned what they had, on DynamoDB");

    /** The tag with the value of {@code outbox.name}: applications on one server share a registry. */
    public static final String OUTBOX = "outbox";

    /** What is done with it. */
    public enum Kind {
        /** Shows a number that goes up and down. */
        GAUGE,
        /** Only grows. */
        COUNTER,
        /** Counts and sums durations. */
        TIMER
    }

    /** What it is measured in. */
    public enum Unit {
        /** A number of things. */
        NONE,
        /** Seconds. */
        SECONDS
    }

    private final String id;
    private final Kind kind;
    private final Unit unit;
    private final String description;

    @SuppressWarnings("ImmutableEnumChecker") // a List.of does not change
    private final List<String> tags;

    Meter(String id, Kind kind, Unit unit, String description, String... tags) {
        this.id = id;
        this.kind = kind;
        this.unit = unit;
        this.description = description;
        this.tags = List.of(tags);
    }

    /** The name, with dots. */
    public String id() {
        return id;
    }

    /** What is done with it. */
    public Kind kind() {
        return kind;
    }

    /** What it is measured in. */
    public Unit unit() {
        return unit;
    }

    /** What it tells. */
    public String description() {
        return description;
    }

    /** The names of its tags. */
    public List<String> tags() {
        return tags;
    }
}
