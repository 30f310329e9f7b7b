package org.outboxee.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxee.tck.TestMessage.keyed;
import static org.outboxee.tck.TestMessage.keyless;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.admin.RecordId;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.SettleResult;
import org.outboxee.spi.Settlement.Completed;
import org.outboxee.spi.StaleFencingTokenException;

/** Many threads at once lose nothing, repeat nothing, and keep every lane in order. */
public abstract class ConcurrencyContract extends StoreContract {

    private static final int EMITTERS = 4;
    private static final int MESSAGES = 40;

    @Test
    void concurrentEmittersAndClaimersLoseAndRepeatNothing() {
        Node busy = start("busy", 8);
        busy.owns(0, 1, 2, 3, 4, 5, 6, 7);
        Semaphore wakeUps = new Semaphore(0);
        List<Future<?>> emitters = startEmitters(busy, wakeUps);
        Collection<ClaimedRecord> delivered = new ConcurrentLinkedQueue<>();
        List<Future<?>> claimers = new ArrayList<>();
        for (PartitionLease lease : busy.leases().acquire(List.of(0, 1, 2, 3, 4, 5, 6, 7), "node-1")) {
            claimers.add(threads.start(() -> {
                drain(busy, lease, delivered, emitters, wakeUps);
                return null;
            }));
        }
        Threads.results(emitters);
        Threads.results(claimers);
        assertThat(delivered)
                .extracting(ClaimedRecord::id)
                .doesNotHaveDuplicates()
                .hasSize(EMITTERS * MESSAGES * 2);
        assertThat(busy.store().counts()).isEqualTo(new OutboxCounts(0, 0, 0));
        assertLanesInOrder(delivered);
    }

    private List<Future<?>> startEmitters(Node busy, Semaphore wakeUps) {
        List<Future<?>> emitters = new ArrayList<>();
        for (int emitter = 0; emitter < EMITTERS; emitter++) {
            String prefix = "e" + emitter + "-";
            emitters.add(threads.start(() -> {
                for (int i = 0; i < MESSAGES; i++) {
                    busy.emit(keyed(prefix + i, "key-" + i % 10), keyless(prefix + "free-" + i));
                    wakeUps.release(2);
                }
                return null;
            }));
        }
        return emitters;
    }

    /** Claims until the emitters have ended and nothing is left; polls, and is woken up earlier. */
    private static void drain(
            Node busy,
            PartitionLease lease,
            Collection<ClaimedRecord> delivered,
            List<Future<?>> emitters,
            Semaphore wakeUps)
            throws InterruptedException {
        while (true) {
            boolean last = emitters.stream().allMatch(Future::isDone);
            List<ClaimedRecord> batch = busy.claim(lease, 5);
            delivered.addAll(batch);
            assertThat(busy.store().settle(batch.stream().map(Completed::new).toList()))
                    .isEqualTo(new SettleResult(batch.size(), 0));
            if (batch.isEmpty() && last) {
                return;
            }
            if (batch.isEmpty()) {
                boolean unused = wakeUps.tryAcquire(10, TimeUnit.MILLISECONDS);
            }
        }
    }

    /** Records of one partition arrive in the order of its claimer. */
    private static void assertLanesInOrder(Collection<ClaimedRecord> delivered) {
        Map<String, Long> last = new HashMap<>();
        for (ClaimedRecord record : delivered) {
            if (record.key() != null) {
                Long before = last.put(record.key(), record.seq());
                assertThat(before == null || before < record.seq())
                        .as("%s is in order", record)
                        .isTrue();
            }
        }
    }

    @Test
    void ofOwnersThatRaceForAPartitionOnlyTheNewestClaims() {
        Set<RecordId> seen = ConcurrentHashMap.newKeySet();
        TestMessage[] messages = new TestMessage[120];
        for (int i = 0; i < messages.length; i++) {
            messages[i] = i % 2 == 0 ? keyless("m" + i) : keyed("m" + i, keyIn(PARTITION, "k" + i + "-"));
        }
        emitMany(List.of(messages));
        CountDownLatch start = new CountDownLatch(1);
        List<Future<?>> owners = new ArrayList<>();
        for (int owner = 0; owner < 4; owner++) {
            String name = "node-" + owner;
            owners.add(threads.start(() -> {
                Threads.await(start);
                for (int round = 0; round < 8; round++) {
                    race(name, seen);
                }
                return null;
            }));
        }
        start.countDown();
        Threads.results(owners);
        PartitionLease newest = own();
        claim(newest).forEach(record -> assertThat(seen.add(record.id())).isTrue());
        claim(newest).forEach(record -> assertThat(seen.add(record.id())).isTrue());
        assertThat(seen).hasSize(messages.length);
        assertThat(List.of(pending(), claimed())).containsExactly(0L, (long) messages.length);
    }

    private void race(String owner, Set<RecordId> seen) {
        PartitionLease lease = node.acquire(PARTITION, owner);
        try {
            for (int i = 0; i < 3; i++) {
                node.claim(lease, 1)
                        .forEach(record -> assertThat(seen.add(record.id())).isTrue());
            }
        } catch (StaleFencingTokenException e) {
            assertThat(e).hasMessageContaining(owner);
        }
    }

    @Test
    void concurrentAcquisitionsGetDifferentVersions() {
        List<Future<Long>> versions = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            String owner = "node-" + i;
            versions.add(threads.start(() -> node.acquire(PARTITION, owner).version()));
        }
        assertThat(versions.stream().map(Threads::result)).doesNotHaveDuplicates();
    }

    @Test
    void recordIsSettledOnceHoweverManyTry() {
        PartitionLease lease = own();
        for (int round = 0; round < 10; round++) {
            node.emit(keyed("m" + round, A));
            ClaimedRecord record = claim(lease).get(0);
            CountDownLatch start = new CountDownLatch(1);
            List<Future<Integer>> settlements = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                int kind = i;
                settlements.add(threads.start(() -> {
                    Threads.await(start);
                    return node.settle(kind % 2 == 0 ? completed(record) : dead(record))
                            .applied();
                }));
            }
            start.countDown();
            assertThat(settlements.stream().mapToInt(Threads::result).sum()).isEqualTo(1);
        }
        assertThat(List.of(pending(), claimed())).containsExactly(0L, 0L);
    }

    @Test
    void deadLetterIsReplayedAndDiscardedOnceHoweverManyTry() {
        PartitionLease lease = own();
        for (int round = 0; round < 10; round++) {
            String id = "m" + round;
            node.emit(keyless(id));
            node.settle(dead(claim(lease).get(0)));
            CountDownLatch start = new CountDownLatch(1);
            List<Future<Boolean>> replays = new ArrayList<>();
            List<Future<Boolean>> discards = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                replays.add(decide(start, () -> node.store().replay(recordId(id))));
                discards.add(decide(start, () -> node.store().discard(recordId(id))));
            }
            start.countDown();
            // Discarded before it is replayed, or after.
            assertThat(successes(replays)).isLessThanOrEqualTo(1);
            assertThat(successes(discards)).isEqualTo(1);
            assertThat(node.store().find(recordId(id))).isEmpty();
        }
        assertThat(node.store().counts()).isEqualTo(new OutboxCounts(0, 0, 0));
    }

    private Future<Boolean> decide(CountDownLatch start, Callable<Boolean> decision) {
        return threads.start(() -> {
            Threads.await(start);
            return decision.call();
        });
    }

    private static long successes(List<Future<Boolean>> decisions) {
        return decisions.stream().map(Threads::result).filter(done -> done).count();
    }
}
