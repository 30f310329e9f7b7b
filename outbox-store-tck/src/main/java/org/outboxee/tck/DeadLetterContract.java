package org.outboxee.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxee.tck.TestMessage.keyed;
import static org.outboxee.tck.TestMessage.keyless;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.outboxee.admin.DeadLetter;
import org.outboxee.admin.Page;
import org.outboxee.admin.RecordId;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Failure;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.Settlement.Dead;

/** Dead letters can be listed, replayed and discarded, and nothing else can (G2). */
public abstract class DeadLetterContract extends StoreContract {

    @Test
    void deadLetterShowsEveryPartOfItsRecord() {
        Instant before = node.store().now();
        node.emit(keyed("m1", A).name("order.placed").header("tenant", "t1").bindings("mail"));
        ClaimedRecord record = claim(own()).get(0);
        Failure failure = new Failure("java.io.IOException: \uD83D\uDE00 'quoted'\nsecond line");
        node.settle(new Dead(record, 7, failure));
        DeadLetter letter = list().get(0);
        assertThat(letter.id()).isEqualTo(new RecordId("m1", "mail"));
        assertThat(letter.name()).isEqualTo("order.placed");
        assertThat(letter.key()).contains(A);
        assertThat(letter.headers()).containsExactly(Map.entry("tenant", "t1"));
        assertThat(letter.attempts()).isEqualTo(7);
        assertThat(letter.error()).isEqualTo(failure.error());
        assertThat(letter.createdAt()).isEqualTo(record.createdAt()).isAfterOrEqualTo(before.minusMillis(1));
    }

    @Test
    void longestErrorIsKept() {
        node.emit(keyless("ascii"), keyless("emoji"));
        String ascii = "x".repeat(Failure.MAX_LENGTH);
        String emoji = "\uD83D\uDE00".repeat(Failure.MAX_LENGTH / 2);
        for (ClaimedRecord record : claim(own())) {
            String error = record.id().messageId().equals("ascii") ? ascii : emoji;
            node.settle(new Dead(record, 1, new Failure(error)));
        }
        assertThat(list()).extracting(DeadLetter::error).containsExactlyInAnyOrder(ascii, emoji);
    }

    @Test
    void deadLettersAreListedOldestMessageFirstAcrossPartitions() {
        emitInTurn(keyed("m1", A), keyed("m2", keyIn(2, "x")), keyless("m3"), keyed("m4", keyIn(0, "x")));
        for (int partition : new int[] {2, 1, 0}) {
            node.claim(node.acquire(partition, "node-1"), 10).forEach(record -> node.settle(dead(record)));
        }
        assertThat(listed()).containsExactly("m1", "m2", "m3", "m4");
    }

    @Test
    void pagesShowEveryDeadLetterOnce() {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            expected.add("m" + i);
            node.emit(keyless("m" + i));
            if (i % 3 == 0) {
                tick(); // Some were written at the same time.
            }
        }
        killAll();
        for (int limit : new int[] {1, 2, 3, 6, 7, 100}) {
            List<String> seen = new ArrayList<>();
            String cursor = null;
            do {
                Page<DeadLetter> page = node.store().deadLetters(limit, cursor);
                assertThat(page.items()).isNotEmpty().hasSizeLessThanOrEqualTo(limit);
                page.items().forEach(letter -> seen.add(letter.id().messageId()));
                cursor = page.nextCursor();
            } while (cursor != null && seen.size() <= expected.size());
            assertThat(seen).as("pages of %d", limit).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void bindingsOfOneMessageAreSeparateDeadLetters() {
        node.emit(keyless("m1").bindings("audit", "mail", "push"));
        killAll();
        Page<DeadLetter> first = node.store().deadLetters(2, null);
        Page<DeadLetter> second = node.store().deadLetters(2, first.nextCursor());
        List<DeadLetter> all = new ArrayList<>(first.items());
        all.addAll(second.items());
        assertThat(all).extracting(letter -> letter.id().binding()).containsExactlyInAnyOrder("audit", "mail", "push");
    }

    @Test
    void lastPageHasNoCursor() {
        assertThat(node.store().deadLetters(10, null)).isEqualTo(new Page<>(List.of(), null));
        node.emit(keyless("m1"), keyless("m2"));
        killAll();
        assertThat(node.store().deadLetters(2, null).next()).isEmpty();
        assertThat(node.store().deadLetters(1, null).next()).isPresent();
    }

    @Test
    void cursorStaysValidWhenItsDeadLetterIsGone() {
        emitInTurn(keyless("m1"), keyless("m2"), keyless("m3"));
        killAll();
        String cursor = node.store().deadLetters(1, null).nextCursor();
        assertThat(node.store().discard(recordId("m1"))).isTrue();
        assertThat(node.store().deadLetters(10, cursor).items())
                .extracting(letter -> letter.id().messageId())
                .containsExactly("m2", "m3");
    }

    @Test
    void cursorOfAnotherListIsRefused() {
        for (String cursor : List.of("", "x", "not a cursor", "' or 1=1", "\uD83D\uDE00")) {
            assertThatThrownBy(() -> node.store().deadLetters(10, cursor))
                    .as("cursor '%s'", cursor)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void replayedDeadLetterIsPendingAndDueWithoutAttemptsAndCrashes() {
        node.emit(keyless("m1"));
        claim(own());
        PartitionLease lease = own();
        expireClaims();
        ClaimedRecord crashed = claim(lease).get(0);
        node.settle(new Dead(crashed, 5, FAILURE));
        assertThat(node.store().replay(recordId("m1"))).isTrue();
        assertThat(List.of(pending(), claimed(), dead())).containsExactly(1L, 0L, 0L);
        ClaimedRecord replayed = claim(lease).get(0);
        assertThat(replayed.attempts()).isZero();
        assertThat(replayed.crashes()).isZero();
        assertThat(replayed.seq()).isEqualTo(crashed.seq());
        assertThat(replayed.createdAt()).isEqualTo(crashed.createdAt());
        assertThat(replayed.token()).isNotEqualTo(crashed.token());
        assertThat(list()).isEmpty();
    }

    /** Scenario 5. */
    @Test
    void payloadIsByteForByteTheSameThroughFailuresDeathAndReplay() {
        byte[] payload = new byte[256];
        for (int i = 0; i < payload.length; i++) {
            payload[i] = (byte) i;
        }
        node.emit(keyed("m1", A).payload(payload).header("tenant", "t1"));
        PartitionLease lease = own();
        node.settle(failed(claim(lease).get(0), Duration.ZERO));
        node.settle(released(claim(lease).get(0), Duration.ZERO));
        node.settle(dead(claim(lease).get(0)));
        assertThat(node.store().replay(recordId("m1"))).isTrue();
        assertThat(claim(lease)).singleElement().satisfies(record -> {
            assertThat(record.payload()).isEqualTo(payload);
            assertThat(record.headers()).containsExactly(Map.entry("tenant", "t1"));
        });
    }

    @Test
    void replayedDeadLetterGoesBeforeItsPendingYoungerSiblings() {
        node.emit(keyed("a1", A), keyed("a2", A));
        PartitionLease lease = own();
        node.settle(dead(node.claim(lease, 1).get(0)));
        node.store().replay(recordId("a1"));
        assertThat(ids(claim(lease))).containsExactly("a1", "a2");
    }

    @Test
    void replayConcernsOneBinding() {
        node.emit(keyless("m1").bindings("mail", "audit"));
        killAll();
        assertThat(node.store().replay(new RecordId("m1", "mail"))).isTrue();
        assertThat(List.of(pending(), dead())).containsExactly(1L, 1L);
        assertThat(list().get(0).id().binding()).isEqualTo("audit");
    }

    @Test
    void discardedDeadLetterIsGone() {
        node.emit(keyless("m1"), keyless("m2"));
        killAll();
        assertThat(node.store().discard(recordId("m1"))).isTrue();
        assertThat(listed()).containsExactly("m2");
        assertThat(node.store().discard(recordId("m1"))).isFalse();
        assertThat(node.store().replay(recordId("m1"))).isFalse();
        assertThat(claim(own())).isEmpty();
    }

    @Test
    void onlyADeadLetterIsReplayed() {
        emitInTurn(keyless("claimed"), keyless("pending"), keyed("gone", A));
        PartitionLease lease = own();
        List<ClaimedRecord> batch = claim(lease);
        node.settle(released(batch.get(1), HOUR), completed(batch.get(2)));
        for (String id : List.of("claimed", "pending", "gone", "unknown")) {
            assertThat(node.store().replay(recordId(id))).as("replay of %s", id).isFalse();
        }
        for (String id : List.of("claimed", "gone", "unknown")) {
            assertThat(node.store().discard(recordId(id)))
                    .as("discard of %s", id)
                    .isFalse();
        }
        assertThat(List.of(pending(), claimed(), dead())).containsExactly(1L, 1L, 0L);
        assertThat(claim(lease)).isEmpty();
        assertThat(node.settle(completed(batch.get(0))).applied()).isEqualTo(1);
    }

    @Test
    void replayTwiceIsTheSameAsOnce() {
        node.emit(keyless("m1"));
        killAll();
        assertThat(node.store().replay(recordId("m1"))).isTrue();
        assertThat(node.store().replay(recordId("m1"))).isFalse();
        assertThat(claim(own())).hasSize(1);
    }

    private void killAll() {
        claim(own()).forEach(record -> node.settle(dead(record)));
    }

    private List<DeadLetter> list() {
        return node.store().deadLetters(100, null).items();
    }

    private List<String> listed() {
        return list().stream().map(letter -> letter.id().messageId()).toList();
    }
}
