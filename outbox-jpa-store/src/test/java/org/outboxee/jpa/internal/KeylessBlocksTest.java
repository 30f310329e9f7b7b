package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.outboxee.jpa.testing.OutboxLog;
import org.outboxee.spi.OutboxStoreException;

class KeylessBlocksTest {

    private static final int COUNTER = 3;

    private final Map<Integer, Long> counters = new HashMap<>(Map.of(COUNTER, 0L, 5, 0L));
    private final List<Runnable> background = new ArrayList<>();
    private boolean down;
    private final KeylessBlocks blocks = new KeylessBlocks(this::reserve, background::add);

    private Map<Integer, Long> reserve(List<Integer> ids) {
        if (down) {
            throw new OutboxStoreException("OUTBOX-03001", "down", null);
        }
        Map<Integer, Long> firsts = new HashMap<>();
        ids.forEach(id ->
                firsts.put(id, counters.merge(id, (long) KeylessBlocks.SIZE, Long::sum) - KeylessBlocks.SIZE + 1));
        return firsts;
    }

    private void runBackground() {
        List<Runnable> tasks = List.copyOf(background);
        background.clear();
        tasks.forEach(Runnable::run);
    }

    @Test
    void withoutABlockThereAreNoNumbersUntilTheBackgroundHasReservedSome() {
        assertThat(blocks.take(COUNTER, 2)).isEmpty();
        assertThat(background).hasSize(1);
        runBackground();
        assertThat(blocks.take(COUNTER, 2)).containsExactly(1, 2);
    }

    @Test
    void reservedNumbersAreHandedOutOnceAndInOrder() {
        blocks.reserve(List.of(COUNTER, 5));
        assertThat(blocks.take(COUNTER, 3)).containsExactly(1, 2, 3);
        assertThat(blocks.take(5, 2)).containsExactly(1, 2);
        assertThat(blocks.take(COUNTER, 2)).containsExactly(4, 5);
        assertThat(background).isEmpty();
    }

    @Test
    void blockIsRefilledBeforeItIsUsedUp() {
        blocks.reserve(List.of(COUNTER));
        blocks.take(COUNTER, KeylessBlocks.SIZE / 2);
        assertThat(background).isEmpty();
        blocks.take(COUNTER, 1);
        assertThat(background).hasSize(1);
        blocks.take(COUNTER, 1);
        assertThat(background).as("one refill at a time").hasSize(1);
        runBackground();
        assertThat(blocks.take(COUNTER, KeylessBlocks.SIZE))
                .containsExactly(LongStream.rangeClosed(67, 194).toArray());
    }

    @Test
    void moreNumbersThanAreLeftAreNotTakenInParts() {
        blocks.reserve(List.of(COUNTER));
        assertThat(blocks.take(COUNTER, KeylessBlocks.SIZE + 1)).isEmpty();
        assertThat(blocks.take(COUNTER, 1)).containsExactly(1);
    }

    @Test
    void failedRefillIsTriedAgainAtTheNextNeed() {
        down = true;
        assertThat(blocks.take(COUNTER, 1)).isEmpty();
        runBackground();
        assertThat(blocks.take(COUNTER, 1)).isEmpty();
        down = false;
        runBackground();
        assertThat(blocks.take(COUNTER, 1)).containsExactly(1);
    }

    @Test
    void executorThatIsShutDownMeansNoNumbers() {
        KeylessBlocks stopped = new KeylessBlocks(this::reserve, task -> {
            throw new RejectedExecutionException();
        });
        assertThat(stopped.take(COUNTER, 1)).isEmpty();
        assertThat(stopped.take(COUNTER, 1)).isEmpty();
    }

    @Test
    void nothingIsReservedAfterTheClose() {
        blocks.take(COUNTER, 1);
        blocks.close();
        runBackground();
        assertThat(counters).containsEntry(COUNTER, 0L);
        blocks.take(COUNTER, 1);
        assertThat(background).isEmpty();
    }

    @Test
    void threadsNeverShareANumber() throws InterruptedException {
        KeylessBlocks direct = new KeylessBlocks(
                ids -> {
                    synchronized (counters) {
                        return reserve(ids);
                    }
                },
                Runnable::run);
        int takes = 500;
        List<Long> all = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread thread = new Thread(() -> {
                int taken = 0;
                while (taken < takes) {
                    long[] numbers = direct.take(COUNTER, 3);
                    LongStream.of(numbers).forEach(all::add);
                    taken += numbers.length / 3;
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(all).hasSize(4 * takes * 3).doesNotHaveDuplicates();
    }

    @Test
    void failureThatGoesOnIsSaidOnceUntilItIsOver() {
        AtomicBoolean down = new AtomicBoolean(true);
        KeylessBlocks blocks = new KeylessBlocks(
                counters -> {
                    if (down.get()) {
                        throw new OutboxStoreException("OUTBOX-00000", "down", null);
                    }
                    return Map.of(1, 1L);
                },
                Runnable::run);
        try (OutboxLog log = new OutboxLog()) {
            blocks.reserve(List.of(1));
            blocks.reserve(List.of(1));
            assertThat(log.lines("OUTBOX-03011")).hasSize(1);
            down.set(false);
            blocks.reserve(List.of(1));
            down.set(true);
            blocks.reserve(List.of(1));
            assertThat(log.lines("OUTBOX-03011")).hasSize(2);
        }
    }
}
