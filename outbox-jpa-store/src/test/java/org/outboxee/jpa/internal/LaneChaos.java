package org.outboxee.jpa.internal;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.DeadLetter;
import org.outboxee.admin.RecordFilter;
import org.outboxee.admin.RecordId;
import org.outboxee.admin.RecordState;
import org.outboxee.jpa.testing.Jta;
import org.outboxee.spi.Availability;
import org.outboxee.spi.Bindings;
import org.outboxee.spi.ClaimLostException;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.CompletionConflictException;
import org.outboxee.spi.Failure;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.Settlement;
import org.outboxee.spi.Settlement.Completed;
import org.outboxee.spi.Settlement.Dead;
import org.outboxee.spi.Settlement.Failed;
import org.outboxee.spi.Settlement.Released;
import org.outboxee.spi.StaleFencingTokenException;

/**
 * What nodes, applications and administrators do to one partition, at random. Each operation may be called by any
 * thread, with a random of its own.
 */
final class LaneChaos {

    static final int PARTITION = 0;

    private static final Duration LEASE = Duration.ofMinutes(5);
    private static final Failure FAILURE = new Failure("refused");

    private final List<TestStore> nodes;
    private final List<String> keys;
    private final AtomicInteger messages = new AtomicInteger();
    private final AtomicLong shiftMillis = new AtomicLong();
    private final List<ClaimedRecord> claimed = new ArrayList<>();
    private final Map<String, Integer> failures = new TreeMap<>();
    private volatile PartitionLease lease;

    /** Ids of messages that were replayed or expanded, or are about to be. */
    final Set<String> insertedLate = ConcurrentHashMap.newKeySet();

    LaneChaos(List<TestStore> nodes, List<String> keys) {
        this.nodes = nodes;
        this.keys = keys;
        this.lease = nodes.get(0).acquire(PARTITION);
    }

    /** What failed, and how often: for each kind the innermost message. */
    synchronized Map<String, Integer> failures() {
        return Map.copyOf(failures);
    }

    /** One operation; those that follow each other in a relay are the most likely ones. */
    void act(Random random) {
        int chance = random.nextInt(1000);
        if (chance < 300) {
            claim(random);
        } else if (chance < 750) {
            settle(random);
        } else if (chance < 870) {
            append(random);
        } else if (chance < 900) {
            decideAboutDeadLetters(random);
        } else if (chance < 920) {
            discardWhatWaits(random);
        } else if (chance < 922) {
            replayMany(random);
        } else if (chance < 925) {
            attempt("purge", () -> any(random).backend.store().purge(List.of(PARTITION), null, 100));
        } else if (chance < 995) {
            advance(Duration.ofMillis(random.nextInt(2000)));
        } else {
            takeOver(random);
        }
    }

    private void append(Random random) {
        int many = 1 + random.nextInt(40);
        append(random, many);
    }

    void append(Random random, int many) {
        OutboxMessage[] batch = new OutboxMessage[many];
        for (int i = 0; i < many; i++) {
            String key = random.nextInt(10) == 0 ? null : keys.get(random.nextInt(keys.size()));
            batch[i] = message(random, key);
        }
        any(random).commit(batch);
    }

    private OutboxMessage message(Random random, @Nullable String key) {
        Availability availability =
                random.nextInt(20) == 0 ? new Availability.After(upToAMinute(random)) : new Availability.Now();
        return new OutboxMessage(
                "m" + messages.incrementAndGet(),
                "test.message",
                key,
                "{}".getBytes(StandardCharsets.UTF_8),
                Map.of(),
                availability,
                Set.of(random.nextInt(30) == 0 ? Bindings.UNBOUND : "default"),
                random.nextInt(4) == 0);
    }

    private void claim(Random random) {
        TestStore node = any(random);
        if (random.nextInt(60) == 0) {
            node.loseNextAnswer();
        }
        attempt("claim", () -> {
            try {
                claim(node, 1 + random.nextInt(40));
            } catch (StaleFencingTokenException e) {
                // Somebody has taken over.
            }
        });
    }

    /** Claims so much of all lanes that what is behind stands in the way of the next claim, which parks it. */
    void fillThenPark() {
        claim(nodes.get(0), 200);
        claim(nodes.get(0), 50);
    }

    private void claim(TestStore node, int limit) {
        List<ClaimedRecord> records =
                node.backend.store().claim(lease, limit, LEASE).records();
        synchronized (claimed) {
            claimed.addAll(records);
        }
    }

    /** A new owner; all claims of the former ones have expired when it starts. */
    private void takeOver(Random random) {
        attempt("take over", () -> {
            PartitionLease next = any(random)
                    .backend
                    .leases()
                    .acquire(List.of(PARTITION), "owner" + random.nextInt(1000))
                    .get(0);
            advance(LEASE.plusSeconds(1));
            lease = next;
        });
    }

    /** Lets time pass for all nodes. */
    private void advance(Duration duration) {
        long shift = shiftMillis.addAndGet(duration.toMillis());
        nodes.forEach(node -> node.backend.clock().shift(Duration.ofMillis(shift)));
    }

    private void settle(Random random) {
        List<ClaimedRecord> some = take(random);
        List<Settlement> settlements = new ArrayList<>();
        for (ClaimedRecord record : some) {
            if (record.id().binding().equals(Bindings.UNBOUND)) {
                expand(random, record);
            } else if (random.nextInt(4) > 0 || !completeInTransaction(random, record)) {
                settlements.add(settlement(random, record));
            }
        }
        settle(any(random), random, settlements);
    }

    /** False if the transaction has rolled back, and the record has to be settled. */
    private boolean completeInTransaction(Random random, ClaimedRecord record) {
        boolean rollsBack = random.nextInt(10) == 0;
        AtomicBoolean committed = new AtomicBoolean();
        attempt("complete in a transaction", () -> {
            try {
                Jta.commit(() -> {
                    any(random).readThenComplete(record);
                    if (rollsBack) {
                        throw new ClaimLostException(record);
                    }
                });
                committed.set(true);
            } catch (ClaimLostException | CompletionConflictException e) {
                // So it has rolled back.
            }
        });
        return committed.get();
    }

    private void settle(TestStore node, Random random, List<Settlement> settlements) {
        if (random.nextInt(40) == 0) {
            node.loseNextAnswer();
        }
        // As the relay does: until it succeeds.
        while (!attempt("settle", () -> node.backend.store().settle(settlements))) {
            Thread.onSpinWait();
        }
    }

    private void expand(Random random, ClaimedRecord record) {
        insertedLate.add(record.id().messageId());
        attempt("expand", () -> any(random).backend.store().expand(record, Set.of("default", "other")));
    }

    /** All of a claim, its beginning, or records of any claims in any order; now and then they are settled again. */
    private List<ClaimedRecord> take(Random random) {
        synchronized (claimed) {
            if (claimed.isEmpty()) {
                return List.of();
            }
            List<ClaimedRecord> taken = new ArrayList<>();
            if (random.nextInt(3) > 0) {
                String token = claimed.get(random.nextInt(claimed.size())).token();
                claimed.stream()
                        .filter(record -> record.token().equals(token))
                        .limit(random.nextBoolean() ? 1000 : 1 + random.nextInt(5))
                        .forEach(taken::add);
            } else {
                for (int i = 1 + random.nextInt(8); i > 0; i--) {
                    taken.add(claimed.get(random.nextInt(claimed.size())));
                }
            }
            if (random.nextInt(20) > 0) {
                claimed.removeAll(taken);
            }
            return taken;
        }
    }

    private static Settlement settlement(Random random, ClaimedRecord record) {
        Duration delay = random.nextBoolean() ? Duration.ZERO : upToAMinute(random);
        int chance = random.nextInt(100);
        if (chance < 75) {
            return new Completed(record);
        } else if (chance < 88) {
            return new Failed(record, delay, FAILURE);
        } else if (chance < 94) {
            return new Dead(record, 8, FAILURE);
        }
        return new Released(record, delay);
    }

    private static Duration upToAMinute(Random random) {
        return Duration.ofMillis(random.nextInt(60_000));
    }

    private void decideAboutDeadLetters(Random random) {
        attempt("decide about dead letters", () -> {
            for (DeadLetter dead :
                    any(random).backend.store().deadLetters(5, null).items()) {
                if (random.nextInt(3) == 0) {
                    any(random).backend.store().discard(dead.id());
                } else {
                    insertedLate.add(dead.id().messageId());
                    any(random).backend.store().replay(dead.id());
                }
            }
        });
    }

    /** Heads of lanes that have failed, or any that wait, parked or not. */
    private void discardWhatWaits(Random random) {
        attempt("discard what waits", () -> {
            var store = any(random).backend.store();
            List<RecordId> waiting = new ArrayList<>();
            if (random.nextBoolean()) {
                store.stalledLanes(10).forEach(lane -> waiting.add(lane.head().id()));
            } else {
                store.queryPending(PARTITION, 300).forEach(record -> waiting.add(record.id()));
            }
            if (!waiting.isEmpty()) {
                store.discard(waiting.get(random.nextInt(waiting.size())));
            }
        });
    }

    private void replayMany(Random random) {
        attempt("replay many", () -> {
            var store = any(random).backend.store();
            store.deadLetters(1000, null)
                    .items()
                    .forEach(dead -> insertedLate.add(dead.id().messageId()));
            store.replay(RecordFilter.of(RecordState.DEAD), 20, null).items();
        });
    }

    /**
     * Gives back what is claimed, replays all dead letters, lets all delays end, and delivers until nothing is left.
     */
    int drain(Random random, Consumer<ClaimedRecord> delivery) {
        List<Settlement> given = new ArrayList<>();
        claimed.forEach(record -> given.add(new Released(record, Duration.ZERO)));
        claimed.clear();
        settle(nodes.get(0), random, given);
        PartitionLease before = lease;
        while (lease.equals(before)) {
            takeOver(random);
        }
        advance(Duration.ofDays(1));
        nodes.forEach(TestStore::loseNoAnswer);
        int claims = 0;
        for (boolean done = false; !done; claims++) {
            TestStore node = nodes.get(claims % nodes.size());
            node.backend.store().deadLetters(1000, null).items().forEach(dead -> {
                insertedLate.add(dead.id().messageId());
                node.backend.store().replay(dead.id());
            });
            var claim = node.backend.store().claim(lease, 50, LEASE);
            List<Settlement> completed = new ArrayList<>();
            for (ClaimedRecord record : claim.records()) {
                if (record.id().binding().equals(Bindings.UNBOUND)) {
                    expand(random, record);
                } else {
                    delivery.accept(record);
                    completed.add(new Completed(record));
                }
            }
            node.backend.store().settle(completed);
            done = claim.records().isEmpty() && !claim.more() && claims > nodes.size();
        }
        return claims;
    }

    private TestStore any(Random random) {
        return nodes.get(random.nextInt(nodes.size()));
    }

    private boolean attempt(String what, Runnable operation) {
        try {
            operation.run();
            return true;
        } catch (OutboxStoreException e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            String message =
                    String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
            synchronized (this) {
                failures.merge(
                        what + ": " + cause.getClass().getSimpleName() + " "
                                + message.replaceAll("[0-9a-f]{6,}|\\d+", "N"),
                        1,
                        Integer::sum);
            }
            return false;
        }
    }
}
