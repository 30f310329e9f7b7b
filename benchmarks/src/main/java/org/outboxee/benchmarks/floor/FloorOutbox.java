package org.outboxee.benchmarks.floor;

import io.agroal.api.AgroalDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.outboxee.benchmarks.contest.Outbox;
import org.outboxee.benchmarks.contest.Work;
import org.outboxee.benchmarks.database.Business;
import org.outboxee.benchmarks.database.Database;
import org.outboxee.benchmarks.database.Jta;
import org.outboxee.benchmarks.database.Pools;

/**
 * The least that gives the same guarantees: a message is inserted in the business transaction; a claim is durable
 * before the handler is called, and a deletion takes effect only with the claim's token; what has a key gets its number
 * under a lock that is held to the commit, and is delivered in that order. Each connection has a thread that claims,
 * calls the handler and deletes, and owns its share of the partitions, so that no key is in two places. There is no
 * retry, no take-over and nothing that is counted.
 */
public final class FloorOutbox implements Outbox {

    static final int PARTITIONS = 32;

    private final Database database;
    private final int connections;
    private final int batch;
    private final AgroalDataSource pool;
    private final AtomicLong turn = new AtomicLong();

    /**
     * Creates the tables.
     *
     * @param connections the size of the pool
     * @param batch how many records a claim takes
     */
    public FloorOutbox(Database database, int connections, int batch) throws SQLException {
        this.database = database;
        this.connections = connections;
        this.batch = batch;
        database.execute(FloorSql.TABLES);
        pool = Pools.joined(database, connections);
    }

    @Override
    public Database database() {
        return database;
    }

    @Override
    public String name() {
        return "floor";
    }

    @Override
    public void transact(Work work, long first) {
        Jta.requireNew(() -> {
            try (Connection connection = pool.getConnection()) {
                Business.transact(connection);
                Insertion.insert(connection, work, first, turn.getAndIncrement());
                return work;
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Override
    public void fill(Work work, int messages) throws SQLException {
        String key = work.keys() == 0 ? "null" : "'k' || n % " + work.keys();
        String slice = work.keys() == 0 ? "n" : "n % " + work.keys();
        database.execute(
                "truncate floor_outbox, purchase",
                "insert into floor_outbox (partition_id, seq, message_id, name, ordering_key, created_at, state, attempts,"
                        + " payload) select (" + slice + ") % " + PARTITIONS
                        + ", n, gen_random_uuid(), 'benchmark', " + key
                        + ", n, 'PENDING', 0, convert_to(rpad(n::text, " + Work.PAYLOAD + ", '.'), 'UTF8')"
                        + " from generate_series(1, " + messages + ") n");
        database.settle("floor_outbox");
    }

    @Override
    public Delivering deliver(Consumer<String> handler) {
        ExecutorService threads = Executors.newFixedThreadPool(connections);
        AtomicBoolean ended = new AtomicBoolean();
        List<Future<?>> loops = new ArrayList<>();
        for (int share = 0; share < connections; share++) {
            loops.add(threads.submit(new DrainLoop(pool, share, connections, batch, handler, ended)));
        }
        return () -> {
            ended.set(true);
            for (Future<?> loop : loops) {
                loop.get(1, TimeUnit.MINUTES);
            }
            threads.shutdown();
        };
    }

    @Override
    public boolean ordersKeys() {
        return true;
    }

    @Override
    public void close() {
        pool.close();
    }
}
