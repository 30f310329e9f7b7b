package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Retention;

/**
 * Whatever happens side by side, what is parked has a holder, lanes keep their order, and in the end all is delivered:
 * ADR 6 under random operations on deep lanes. {@code -Doutbox.chaos.operations=20000} runs it longer,
 * {@code -Doutbox.chaos.seed} repeats the random choices of a run, though not their timing.
 */
class LanesDoNotStickTest {

    private static final int LANES = 4;
    private static final int DEPTH = 150;
    private static final int THREADS = 6;
    private static final int ROUNDS = 3;
    private static final int OPERATIONS = Integer.getInteger("outbox.chaos.operations", 300);

    /** Of one node: the other one deletes at once, as after a change of the setting. */
    private static final Retention KEEPING = new Retention(Duration.ofSeconds(10), Duration.ofMinutes(1));

    private final long seed = Long.getLong("outbox.chaos.seed", System.nanoTime());
    private final List<String> keys =
            IntStream.range(0, LANES).mapToObj(i -> "key" + i).toList();

    @ParameterizedTest
    @EnumSource
    void whatIsParkedHasAHolderAndIsDeliveredInOrder(Kind kind) throws Exception {
        try (TestUnit unit = JpaHarness.unit(Provider.HIBERNATE, kind);
                TestStore one = TestStore.open(unit, "test", 1);
                TestStore other = TestStore.open(unit, "test", 1, KEEPING)) {
            LaneChaos chaos = new LaneChaos(List.of(one, other), keys);
            Random random = new Random(seed);
            IntStream.range(0, LANES * DEPTH / 100).forEach(i -> chaos.append(random, 100));

            chaos.fillThenPark();
            assertThat(LaneSnapshot.of(unit.database()).parked())
                    .as("parked, seed %d", seed)
                    .isPositive();

            for (int round = 0; round < ROUNDS; round++) {
                run(unit, chaos, round);
                assertThat(LaneSnapshot.of(unit.database()).contradictions(chaos.insertedLate))
                        .as("at rest, seed %d", seed)
                        .isEmpty();
            }

            // SQLite does not let a handler wait for another writer once it has read.
            assertThat(chaos.failures().keySet())
                    .allMatch(failure -> failure.contains("answered")
                            || (kind == Kind.SQLITE && failure.startsWith("complete in a transaction: ")));
            long left = count(unit);
            Map<String, Long> last = new HashMap<>();
            int claims = chaos.drain(random, record -> inOrder(chaos, last, record));
            assertThat(unit.database()
                            .query("select message_id, state, holding from outbox_record where state <> 'DONE'"))
                    .as("left, seed %d", seed)
                    .isEmpty();
            assertThat(claims).isLessThan((int) left + 100);
        }
    }

    private static long count(TestUnit unit) {
        return Long.parseLong(unit.database()
                .query("select count(*) from outbox_record where state <> 'DONE'")
                .get(0));
    }

    private static void inOrder(LaneChaos chaos, Map<String, Long> last, ClaimedRecord record) {
        if (record.lane() != null && !chaos.insertedLate.contains(record.id().messageId())) {
            Long before = last.put(record.lane().toString(), record.seq());
            assertThat(before == null || before < record.seq())
                    .as("%s, seq %d after %d", record, record.seq(), before)
                    .isTrue();
        }
    }

    /** Everything at once, watched all the time. */
    private void run(TestUnit unit, LaneChaos chaos, int round) throws Exception {
        AtomicInteger left = new AtomicInteger(OPERATIONS / ROUNDS);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS + 1);
        try {
            List<Future<?>> actors = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Random random = new Random(seed + 100L * round + i);
                actors.add(threads.submit(() -> {
                    while (left.getAndDecrement() > 0) {
                        chaos.act(random);
                    }
                }));
            }
            Future<?> watch = threads.submit(() -> watch(unit, chaos, left));
            for (Future<?> actor : actors) {
                actor.get();
            }
            watch.get();
        } finally {
            threads.shutdownNow();
        }
    }

    private void watch(TestUnit unit, LaneChaos chaos, AtomicInteger left) {
        do {
            List<String> contradictions = LaneSnapshot.of(unit.database()).contradictions(chaos.insertedLate);
            if (!contradictions.isEmpty()) {
                left.set(0);
            }
            assertThat(contradictions).as("at any time, seed %d", seed).isEmpty();
        } while (left.get() > 0);
    }
}
