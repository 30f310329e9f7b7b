package org.outboxee.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.memory.MemoryBackend;
import org.outboxee.relay.sim.CapturedLog;
import org.outboxee.relay.sim.Sim;
import org.outboxee.spi.Delivery;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.PreparedAppend;
import org.outboxee.spi.Producer;
import org.outboxee.spi.StoreContext;
import org.outboxee.spi.Ticker;
import org.outboxee.spi.TransactionRunner;

/** The relay on real threads, where only they can show that it is right. */
@Timeout(120)
class RealThreadsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** The name of messages that complete in transactions. */
    private static final String TRANSACTIONAL = "transactional.message";

    private static final TransactionRunner DIRECTLY = new TransactionRunner() {
        @Override
        public <T> T requireNew(Supplier<T> work) {
            return work.get();
        }
    };

    private final MemoryBackend backend = new MemoryBackend(
            new StoreContext("test", 8, DIRECTLY, Runnable::run, List::of, Ticker.SYSTEM, key -> Optional.empty()));
    private final ThreadsExecutor executor = new ThreadsExecutor();
    private CapturedLog log;
    private @Nullable Relay relay;

    @BeforeEach
    void captureLog() {
        log = CapturedLog.open();
    }

    @AfterEach
    void end() {
        if (relay != null) {
            relay.stop();
        }
        executor.close();
        log.close();
        assertThat(log.unexpected()).isEmpty();
    }

    @Test
    void a_timeout_interrupts_the_handler_and_its_thread_goes_on() {
        CountDownLatch never = new CountDownLatch(1);
        ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
        start(RelayConfig.builder().workers(1).maxAttempts(1).deliveryTimeout(Duration.ofMillis(50)), delivery -> {
            seen.add(delivery.messageId() + (Thread.currentThread().isInterrupted() ? " interrupted" : ""));
            if (delivery.messageId().equals("hangs")) {
                never.await();
            }
        });

        emit(null, "hangs", "m1", "m2");
        awaitNothingLeft();

        assertThat(seen).containsExactlyInAnyOrder("hangs", "m1", "m2");
        assertThat(backend.store().deadLetters(10, null).items())
                .singleElement()
                .satisfies(dead ->
                        assertThat(dead.error()).isEqualTo("Timed out after PT0.05S: java.lang.InterruptedException"));
    }

    @Test
    void a_stop_waits_for_the_handler_that_runs_and_stores_its_result() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Relay stopping = start(RelayConfig.builder().workers(1), delivery -> {
            running.countDown();
            goOn.await();
        });
        emit("key", "m1", "m2", "m3");
        running.await();

        Thread stopper = new Thread(stopping::stop);
        stopper.start();
        await().atMost(PATIENCE).until(() -> !stopping.isRunning());
        await().atMost(PATIENCE).until(() -> counts().pending() == 2);
        assertThat(counts()).isEqualTo(new OutboxCounts(2, 1, 0));
        assertThat(stopper.isAlive()).isTrue();

        goOn.countDown();
        stopper.join();

        assertThat(counts()).isEqualTo(new OutboxCounts(2, 0, 0));
        assertThat(stopping.ownedPartitions()).isEmpty();
    }

    @Test
    void ten_thousand_messages_of_eight_keys_are_delivered_in_order_while_handlers_fail_at_random() {
        int keys = 8;
        int perKey = 1250;
        Map<String, List<String>> completed = new ConcurrentHashMap<>();
        Map<String, AtomicInteger> running = new ConcurrentHashMap<>();
        ConcurrentLinkedQueue<String> violations = new ConcurrentLinkedQueue<>();
        start(
                RelayConfig.builder()
                        .workers(8)
                        .pollInterval(Duration.ofMillis(5))
                        .maxAttempts(1000)
                        .backoffInitial(Duration.ofMillis(1))
                        .backoffMax(Duration.ofMillis(1)),
                delivery -> {
                    String key = delivery.key().orElseThrow();
                    AtomicInteger inLane = running.computeIfAbsent(key, unused -> new AtomicInteger());
                    if (inLane.incrementAndGet() > 1) {
                        violations.add("two at a time: " + delivery);
                    }
                    try {
                        if (ThreadLocalRandom.current().nextInt(100) < 3) {
                            throw new IOException("down");
                        }
                        completed
                                .computeIfAbsent(key, unused -> new ArrayList<>())
                                .add(delivery.messageId());
                    } finally {
                        inLane.decrementAndGet();
                    }
                });

        for (int i = 0; i < perKey; i++) {
            for (int key = 0; key < keys; key++) {
                emit("key " + key, key + "-" + i);
            }
        }
        awaitNothingLeft();

        assertThat(violations).isEmpty();
        for (int key = 0; key < keys; key++) {
            int lane = key;
            List<String> expected =
                    IntStream.range(0, perKey).mapToObj(i -> lane + "-" + i).toList();
            assertThat(completed.get("key " + key)).isEqualTo(expected);
        }
    }

    /**
     * A lane is put aside just when the result that it waits for is stored; no poll and no other lane comes to help.
     */
    @Test
    void a_lane_that_waits_for_a_result_goes_on_when_it_is_stored() throws Exception {
        Semaphore delivered = new Semaphore(0);
        start(RelayConfig.builder().workers(2).pollInterval(Duration.ofMinutes(5)), delivery -> {
            if (delivery.name().equals(TRANSACTIONAL)) {
                delivery.complete();
                delivered.release();
            }
        });

        for (int i = 0; i < 5_000; i++) {
            commit(List.of(
                    Sim.message("plain " + i, Sim.NAME, "key " + i),
                    Sim.message("transactional " + i, TRANSACTIONAL, "key " + i)));
            assertThat(delivered.tryAcquire(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as("lane %d goes on", i)
                    .isTrue();
        }
    }

    /** What a test does with a delivery; handles every message. */
    @FunctionalInterface
    private interface Deliveries extends Producer {

        @Override
        void deliver(Delivery delivery) throws Exception;

        @Override
        default boolean completes(String messageName, String binding) {
            return messageName.equals(TRANSACTIONAL);
        }
    }

    private Relay start(RelayConfig.Builder config, Deliveries deliveries) {
        Relay started = Relay.builder()
                .store(backend.store())
                .leases(backend.leases())
                .producer(deliveries)
                .executor(executor)
                .config(config.build())
                .partitions(8)
                .build();
        relay = started;
        started.start();
        await().atMost(PATIENCE).until(() -> started.ownedPartitions().size() == 8);
        return started;
    }

    private void emit(@Nullable String key, String... ids) {
        List<OutboxMessage> messages = new ArrayList<>();
        for (String id : ids) {
            messages.add(Sim.message(id, Sim.NAME, key));
        }
        commit(messages);
    }

    private void commit(List<OutboxMessage> messages) {
        PreparedAppend append = backend.appender().append(messages);
        append.committed();
        relay.wake(append.partitions());
    }

    private void awaitNothingLeft() {
        await().atMost(PATIENCE).until(() -> counts().pending() == 0 && counts().claimed() == 0);
    }

    private OutboxCounts counts() {
        return backend.store().counts();
    }
}
