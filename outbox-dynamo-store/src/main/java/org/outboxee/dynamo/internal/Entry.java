package org.outboxee.dynamo.internal;

import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.outboxee.spi.Lane;

/** What an owner keeps in mind of a live record: little, since there may be very many behind stalled lanes. */
final class Entry {

    /** By seq, and by what differs among the records of one message. */
    static final Comparator<Entry> BY_SEQ =
            Comparator.<Entry>comparingLong(entry -> entry.seq).thenComparing(entry -> entry.suffix);

    /** By the time at which they become due. */
    static final Comparator<Entry> BY_DUE =
            Comparator.<Entry>comparingLong(entry -> entry.due).thenComparing(BY_SEQ);

    private static final int KEY_LENGTH = AgeLayout.key(0).length();

    final long seq;
    final long due;
    final boolean crashed;
    final @Nullable Lane lane;
    final @Nullable Claimed claimed;
    private final String suffix;
    private final @Nullable RecordItem item;

    /**
     * How a record is claimed.
     *
     * @param token the token of its claim
     * @param version under which version of the lease
     * @param lease until when it is valid
     */
    record Claimed(String token, long version, long lease) {}

    private Entry(RecordItem item, @Nullable Lane lane, boolean withContent) {
        seq = item.number(RecordItem.SEQ);
        due = item.number(RecordItem.DUE);
        crashed = item.number(RecordItem.CRASHES) > 0;
        this.lane = lane;
        claimed = item.isClaimed()
                ? new Claimed(
                        item.text(RecordItem.TOKEN), item.number(RecordItem.VERSION), item.number(RecordItem.LEASE))
                : null;
        String sk = item.key().sk();
        suffix = sk.length() == KEY_LENGTH ? "" : sk.substring(KEY_LENGTH);
        this.item = withContent ? item : null;
    }

    static Entry of(RecordItem item, @Nullable Lane lane, boolean withContent) {
        return new Entry(item, lane, withContent);
    }

    String sk() {
        return AgeLayout.key(seq) + suffix;
    }

    /** The record, if its content is in mind. */
    Optional<RecordItem> item() {
        return Optional.ofNullable(item);
    }

    boolean isClaimed() {
        return claimed != null;
    }
}
