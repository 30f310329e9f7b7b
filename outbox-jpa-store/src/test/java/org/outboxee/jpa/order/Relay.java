package org.outboxee.jpa.order;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Failure;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.Settlement;
import org.outboxee.spi.Settlement.Completed;
import org.outboxee.spi.Settlement.Failed;
import org.outboxee.spi.Settlement.Released;

/**
 * Owns all partitions and delivers with several workers, any of which claims from any partition: what keeps the order
 * of a key is the store alone. Now and then a delivery fails, or is given back. Remembers what was delivered.
 */
final class Relay implements AutoCloseable {

    private static final Duration LEASE = Duration.ofMinutes(30);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Set<Integer> ALL =
            Set.copyOf(IntStream.range(0, Shop.PARTITIONS).boxed().toList());

    private final OutboxStore store;
    private final Map<Integer, PartitionLease> leases = new HashMap<>();
    private final ExecutorService workers;
    private final Semaphore wakeUps = new Semaphore(0);
    private final Map<String, Collection<String>> delivered = new ConcurrentHashMap<>();
    private final Set<String> inDelivery = ConcurrentHashMap.newKeySet();
    private final Collection<String> atOnce = new ConcurrentLinkedQueue<>();
    private final Collection<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLong count = new AtomicLong();
    private volatile boolean stopped;

    private Relay(Node node, int workers) {
        store = node.backend().store();
        node.backend().leases().acquire(ALL, "relay").forEach(lease -> leases.put(lease.partition(), lease));
        this.workers = Executors.newFixedThreadPool(workers);
    }

    /** Starts to deliver. */
    static Relay start(Node node, int workers, SplittableRandom random) {
        Relay relay = new Relay(node, workers);
        for (int i = 0; i < workers; i++) {
            SplittableRandom own = random.split();
            relay.workers.execute(() -> relay.work(own));
        }
        return relay;
    }

    /** There may be something to deliver. */
    void wake() {
        wakeUps.release();
    }

    private void work(SplittableRandom random) {
        while (!stopped) {
            boolean idle = true;
            try {
                for (int partition : store.partitionsWithWork(ALL)) {
                    idle &= !claimAndDeliver(leases.get(partition), random);
                }
            } catch (OutboxStoreException e) {
                failures.add(e);
            } catch (RuntimeException | Error e) {
                failures.add(e);
                return;
            }
            if (idle) {
                awaitWakeUp();
            }
        }
    }

    private boolean claimAndDeliver(PartitionLease lease, SplittableRandom random) {
        List<ClaimedRecord> claimed =
                store.claim(lease, 1 + random.nextInt(24), LEASE).records();
        List<Settlement> settlements = new ArrayList<>();
        Map<String, List<ClaimedRecord>> lanes = new LinkedHashMap<>();
        claimed.forEach(record -> lanes.computeIfAbsent(String.valueOf(record.key()), key -> new ArrayList<>())
                .add(record));
        lanes.forEach((key, records) -> settlements.addAll(
                records.get(0).key() == null ? deliver(key, records, random) : deliverLane(key, records, random)));
        settle(settlements);
        return !claimed.isEmpty();
    }

    private void settle(List<Settlement> settlements) {
        for (int attempt = 1; !stopped || attempt == 1; attempt++) {
            try {
                int ignored = store.settle(settlements).ignored();
                if (ignored > 0) {
                    failures.add(new IllegalStateException(
                            ignored + " ignored in attempt " + attempt + " to settle " + settlements));
                }
                return;
            } catch (OutboxStoreException e) {
                failures.add(e);
            }
        }
    }

    private List<Settlement> deliverLane(String key, List<ClaimedRecord> records, SplittableRandom random) {
        if (!inDelivery.add(key)) {
            atOnce.add(key);
        }
        try {
            return deliver(key, records, random);
        } finally {
            inDelivery.remove(key);
        }
    }

    /** Delivers until one fails or is given back, which releases those behind it. */
    private List<Settlement> deliver(String key, List<ClaimedRecord> records, SplittableRandom random) {
        List<Settlement> settlements = new ArrayList<>();
        for (ClaimedRecord record : records) {
            int outcome = random.nextInt(60);
            if (outcome < 2 && record.key() != null) {
                settlements.add(
                        outcome == 0
                                ? new Failed(record, Duration.ZERO, new Failure("as planned"))
                                : new Released(record, Duration.ZERO));
                break;
            }
            delivered
                    .computeIfAbsent(key, any -> new ConcurrentLinkedQueue<>())
                    .add(record.id().messageId());
            count.incrementAndGet();
            settlements.add(new Completed(record));
        }
        return settlements;
    }

    /** Polls as well, since a wake-up is a hint. */
    private void awaitWakeUp() {
        try {
            if (wakeUps.tryAcquire(10, TimeUnit.MILLISECONDS)) {
                wakeUps.drainPermits();
            }
        } catch (InterruptedException e) {
            stopped = true;
        }
    }

    /** Waits until so many are delivered, or none has been for a minute. */
    void awaitDelivered(long messages) {
        long before = -1;
        long since = System.nanoTime();
        while (count.get() < messages && System.nanoTime() - since < PATIENCE.toNanos()) {
            if (count.get() != before) {
                before = count.get();
                since = System.nanoTime();
            }
            awaitWakeUp();
        }
    }

    /** Waits in the same way, then stops. */
    void finish(long messages) {
        awaitDelivered(messages);
        close();
    }

    /** The ids of what was delivered, in that order, by key; keyless ones by {@code null}, as a text. */
    Map<String, Collection<String>> delivered() {
        return delivered;
    }

    /** Keys of which two records were in delivery at once. */
    Collection<String> atOnce() {
        return atOnce;
    }

    /** What the store refused. */
    Collection<Throwable> failures() {
        return failures;
    }

    @Override
    public void close() {
        stopped = true;
        workers.shutdown();
        try {
            if (!workers.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("A worker is stuck");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
