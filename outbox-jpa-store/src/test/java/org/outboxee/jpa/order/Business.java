package org.outboxee.jpa.order;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.outboxee.jpa.order.Plan.Ending;
import org.outboxee.jpa.order.Plan.Locking;
import org.outboxee.jpa.testing.Jta;
import org.outboxee.spi.Availability;
import org.outboxee.spi.OutboxMessage;

/** Runs business transactions, and remembers what became of them. Safe for any number of threads. */
final class Business {

    /** The application's own reason to roll back. */
    private static final class ChangedItsMind extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    private final Ledger ledger;
    private final Emission emission;
    private final Runnable afterCommit;
    private final Collection<Commit> commits = new ConcurrentLinkedQueue<>();
    private final Collection<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLong rollbacks = new AtomicLong();

    /**
     * Business on a node.
     *
     * @param afterCommit wakes the relay
     */
    Business(Ledger ledger, Emission emission, Runnable afterCommit) {
        this.ledger = ledger;
        this.emission = emission;
        this.afterCommit = afterCommit;
    }

    /** Runs a transaction; false if it failed against its plan. */
    boolean run(Plan plan) {
        return run(plan, () -> {});
    }

    /**
     * Runs a transaction.
     *
     * @param emitted what it does besides once it has emitted
     * @return false if it failed against its plan
     */
    boolean run(Plan plan, Runnable emitted) {
        Transaction transaction = new Transaction(plan, emitted);
        try {
            Jta.commit(transaction::work);
            commits.add(transaction.committed());
        } catch (ChangedItsMind e) {
            rollbacks.incrementAndGet();
        } catch (RuntimeException e) {
            if (!transaction.doomed) {
                failures.add(e);
                return false;
            }
            rollbacks.incrementAndGet();
        }
        afterCommit.run();
        return true;
    }

    Collection<Commit> commits() {
        return commits;
    }

    /** What failed that should not have. */
    Collection<Throwable> failures() {
        return failures;
    }

    /** How many transactions rolled back as they were to. */
    long rollbacks() {
        return rollbacks.get();
    }

    private final class Transaction {

        private final Plan plan;
        private final Runnable emitted;
        private final List<String> messages = new ArrayList<>();
        private final List<String> keyless = new ArrayList<>();
        private final List<Long> entries = new ArrayList<>();
        private final Map<Integer, Long> versions = new TreeMap<>();
        private String databaseId = "";
        private long started;
        private boolean doomed;

        Transaction(Plan plan, Runnable emitted) {
            this.plan = plan;
            this.emitted = emitted;
        }

        void work() {
            if (plan.reads()) {
                ledger.read();
            }
            write(plan.before());
            if (plan.locking() == Locking.BEFORE_EMIT) {
                lockAccounts();
                write(plan.between());
            }
            emit();
            emitted.run();
            if (plan.locking() == Locking.AFTER_EMIT) {
                write(plan.between());
                lockAccounts();
            }
            write(plan.after());
            if (plan.ending() == Ending.ROLLBACK) {
                throw new ChangedItsMind();
            }
            if (plan.ending() == Ending.ROLLBACK_AFTER_APPEND) {
                // The append comes second.
                Jta.beforeCompletion(() -> Jta.beforeCompletion(() -> Jta.beforeCompletion(this::doom)));
            }
            databaseId = ledger.transactionId();
            started = System.nanoTime();
        }

        private void write(int count) {
            for (int i = 0; i < count; i++) {
                long id = plan.number() * Plan.MOST_ENTRIES + entries.size();
                ledger.write(id);
                entries.add(id);
            }
        }

        private void lockAccounts() {
            new TreeSet<>(plan.keys()).forEach(key -> versions.put(key, ledger.lock(key)));
        }

        private void emit() {
            for (int key : plan.keys()) {
                messages.add(emit("key-" + key));
            }
            if (plan.keyless()) {
                keyless.add(emit(null));
            }
        }

        private String emit(@Nullable String key) {
            String id = plan.number() + "-" + (messages.size() + keyless.size());
            emission.emit(new OutboxMessage(
                    id,
                    "test.message",
                    key,
                    id.getBytes(StandardCharsets.UTF_8),
                    Map.of(),
                    new Availability.Now(),
                    Set.of("default")));
            return id;
        }

        private void doom() {
            doomed = true;
            throw new ChangedItsMind();
        }

        Commit committed() {
            return new Commit(plan, messages, keyless, entries, versions, databaseId, started, System.nanoTime());
        }
    }
}
