package org.outboxee.dynamo.internal;

import java.util.Map;

/** Records that have ended, as the items that they become: elsewhere, so that claims do not read them. */
final class Ended {

    private static final long MILLIS = 1000;

    private Ended() {}

    /** A dead letter. */
    static RecordItem dead(RecordItem item, long now) {
        return withoutClaim(item)
                .with(Map.of(
                        RecordItem.STATE, Av.s("D"),
                        RecordItem.ENDED, Av.n(now),
                        RecordItem.LIVE_KEY, Av.s(item.key().sk()),
                        Keys.SK, Av.s(Keys.dead(item.number(RecordItem.SEQ), item.text(RecordItem.BINDING)))));
    }

    /** A delivered record that is kept until a time; the service deletes it some time after. */
    static RecordItem delivered(RecordItem item, long now, long until) {
        return kept(withoutClaim(item).with(Map.of(RecordItem.STATE, Av.s("X"), RecordItem.ENDED, Av.n(now))), until);
    }

    /** A delivered record that is kept until another time. */
    static RecordItem kept(RecordItem item, long until) {
        return item.with(Map.of(
                RecordItem.UNTIL, Av.n(until),
                RecordItem.TTL, Av.n(seconds(until)),
                Keys.SK, Av.s(Keys.delivered(until, item.number(RecordItem.SEQ), item.text(RecordItem.BINDING)))));
    }

    /** Without its content. */
    static RecordItem stripped(RecordItem item) {
        return item.with(Map.of(), RecordItem.PAYLOAD, RecordItem.HEADERS, RecordItem.FAILURES, RecordItem.STACK);
    }

    /** A dead letter that lives again. */
    static RecordItem revived(Layout layout, RecordItem dead, long now) {
        RecordItem live = dead.with(
                Map.of(
                        Keys.SK, Av.s(dead.text(RecordItem.LIVE_KEY)),
                        RecordItem.DUE, Av.n(now)),
                RecordItem.ATTEMPTS,
                RecordItem.CRASHES,
                RecordItem.ENDED,
                RecordItem.LIVE_KEY);
        return Change.pending(layout, live);
    }

    private static RecordItem withoutClaim(RecordItem item) {
        return item.with(Map.of(), RecordItem.TOKEN, RecordItem.VERSION, RecordItem.LEASE, RecordItem.CLAIM_SORT);
    }

    /** Seconds since 1970, never too early: what the service deletes by. */
    static long seconds(long millis) {
        return (millis + MILLIS - 1) / MILLIS;
    }
}
