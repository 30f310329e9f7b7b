package org.outboxee.benchmarks.peers;

import com.gruelbox.transactionoutbox.Dialect;
import com.gruelbox.transactionoutbox.Instantiator;
import com.gruelbox.transactionoutbox.Persistor;
import com.gruelbox.transactionoutbox.Submitter;
import com.gruelbox.transactionoutbox.TransactionManager;
import com.gruelbox.transactionoutbox.TransactionOutbox;
import io.agroal.api.AgroalDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.outboxee.benchmarks.contest.Outbox;
import org.outboxee.benchmarks.contest.Work;
import org.outboxee.benchmarks.database.Business;
import org.outboxee.benchmarks.database.Database;
import org.outboxee.benchmarks.database.Pools;

/**
 * transaction-outbox: each message is an invocation, submitted to an executor when its transaction has committed; what
 * is left over is flushed in batches.
 */
public final class Gruelbox implements Outbox {

    private static final int QUEUE = 16_384;
    private static final int FLUSH = 4096;
    private static final long PAUSE = 100;

    /** What is scheduled. Public for the library's proxies. */
    @FunctionalInterface
    public interface Target {

        /** Takes a message. */
        void handle(String payload);
    }

    private final Database database;
    private final int workers;
    private final AgroalDataSource pool;
    private final TransactionManager transactions;
    private final TransactionOutbox outbox;
    private volatile @Nullable ExecutorService executor;
    private volatile Consumer<String> handler = payload -> {};

    /** Creates the tables. */
    public Gruelbox(Database database, int connections, int workers) throws SQLException {
        this.database = database;
        this.workers = workers;
        pool = Pools.plain(database, connections);
        transactions = TransactionManager.fromDataSource(pool);
        Submitter submitter = Submitter.withExecutor(this::submit);
        outbox = TransactionOutbox.builder()
                .transactionManager(transactions)
                .persistor(Persistor.forDialect(Dialect.POSTGRESQL_9))
                .instantiator(Instantiator.using(type -> (Target) payload -> handler.accept(payload)))
                .submitter(submitter)
                .attemptFrequency(Duration.ofMinutes(5))
                .flushBatchSize(FLUSH)
                .build();
    }

    /** While nothing is to be delivered, what is submitted is left to the next flush. */
    private void submit(Runnable task) {
        ExecutorService running = executor;
        if (running != null) {
            running.execute(task);
        }
    }

    @Override
    public Database database() {
        return database;
    }

    @Override
    public String name() {
        return "transaction-outbox";
    }

    @Override
    public void transact(Work work, long first) throws SQLException {
        transactions.inTransactionThrows(transaction -> {
            Business.transact(transaction.connection());
            for (long number = first; number < first + work.emits(); number++) {
                outbox.schedule(Target.class).handle(Work.payload(number));
            }
        });
    }

    @Override
    public void fill(Work work, int messages) throws SQLException {
        database.execute("truncate txno_outbox, purchase");
        if (messages > 0) {
            transact(new Work(0, 1), 1);
            database.execute("update txno_outbox set nextattempttime = now() - interval '1 minute'");
            Copies.multiply(database, "txno_outbox", "jsonb_build_object('id', fresh)", messages);
        }
    }

    @Override
    public Delivering deliver(Consumer<String> newHandler) {
        handler = newHandler;
        ThreadPoolExecutor threads =
                new ThreadPoolExecutor(workers, workers, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(QUEUE));
        executor = threads;
        Thread flushing = new Thread(() -> flush(threads));
        flushing.start();
        return () -> {
            executor = null;
            threads.shutdownNow();
            flushing.interrupt();
            flushing.join();
            threads.awaitTermination(1, TimeUnit.MINUTES);
        };
    }

    /** Flushes while the queue takes more: what it refuses would wait for its next attempt. */
    private void flush(ThreadPoolExecutor threads) {
        try {
            while (!threads.isShutdown()) {
                if (threads.getQueue().remainingCapacity() < FLUSH || !outbox.flush()) {
                    TimeUnit.MILLISECONDS.sleep(threads.getQueue().isEmpty() ? PAUSE : 1);
                }
            }
        } catch (InterruptedException e) {
            // It is over.
        } catch (RuntimeException e) {
            if (!threads.isShutdown()) {
                throw e;
            }
        }
    }

    @Override
    public boolean ordersKeys() {
        return false;
    }

    @Override
    public void close() {
        pool.close();
    }
}
