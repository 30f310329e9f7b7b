package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.outboxee.OutboxException;
import org.outboxee.jpa.internal.Lanes.LaneMovedException;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.TransactionRunner;

/** Runs the store's own work: a new transaction with an entity manager of its own. Safe for any number of threads. */
final class Work {

    /** Each attempt that fails has seen another transaction get its way. */
    private static final int ATTEMPTS = 10;

    private final EntityManagerFactory factory;
    private final TransactionRunner transactions;
    private final @Nullable Database database;

    Work(EntityManagerFactory factory, TransactionRunner transactions) {
        this(factory, transactions, null);
    }

    private Work(EntityManagerFactory factory, TransactionRunner transactions, @Nullable Database database) {
        this.factory = factory;
        this.transactions = transactions;
        this.database = database;
    }

    /** The same on a database that is known and has the tables. */
    Work on(Database database) {
        return new Work(factory, transactions, database);
    }

    /**
     * Runs work in a new transaction and commits. Work that finds a lane changed at the same time is run again, and so
     * is work that the database has rolled back in favour of another transaction, be it at a statement or at the
     * commit. A commit without an answer is not tried again: it may have happened.
     *
     * @param what completes "The outbox store could not ..."
     * @throws OutboxStoreException if anything but an {@link OutboxException} is thrown
     */
    <T> T inNewTransaction(String what, Function<EntityManager, T> work) {
        return inNewTransaction(
                what,
                entities -> {
                    if (database != null) {
                        database.prepare(entities);
                    }
                },
                work);
    }

    /** The same, for work whose first statement brings the {@linkplain Database#preparation() preparation} along. */
    <T> T inTransactionThatPreparesItself(String what, Function<EntityManager, T> work) {
        return inNewTransaction(
                what,
                entities -> {
                    if (database != null && database.preparation().isEmpty()) {
                        database.prepare(entities);
                    }
                },
                work);
    }

    private <T> T inNewTransaction(String what, Consumer<EntityManager> preparation, Function<EntityManager, T> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return inNewTransaction(preparation, work);
            } catch (RuntimeException e) {
                // Also one of the outbox: it is how containers report a commit that failed.
                if (attempt == ATTEMPTS || !isLostRace(e)) {
                    throw e instanceof OutboxException ? e : failed(what, e);
                }
            }
        }
    }

    /** Whether work failed because of another transaction, so that it may succeed in a new one. */
    boolean isLostRace(RuntimeException failure) {
        return failure instanceof LaneMovedException || (database != null && database.isLostRace(failure));
    }

    private <T> T inNewTransaction(Consumer<EntityManager> preparation, Function<EntityManager, T> work) {
        return transactions.requireNew(() -> inCurrentTransaction(entities -> {
            preparation.accept(entities);
            return work.apply(entities);
        }));
    }

    private static OutboxStoreException failed(String what, RuntimeException cause) {
        return new OutboxStoreException(
                "OUTBOX-03001",
                "The outbox store could not " + what + "; its transaction was rolled back. "
                        + DatabaseTrouble.describe(cause),
                cause);
    }

    /**
     * Runs work in the calling thread's transaction, through an entity manager of its own: the application's one may
     * have been flushed for the last time, and would flush the application's changes once more.
     */
    <T> T inCurrentTransaction(Function<EntityManager, T> work) {
        EntityManager entities = factory.createEntityManager();
        try {
            entities.joinTransaction();
            T result = work.apply(entities);
            // Without it, what was persisted is lost when the provider has had its turn in this commit already.
            entities.flush();
            return result;
        } finally {
            entities.close();
        }
    }
}
