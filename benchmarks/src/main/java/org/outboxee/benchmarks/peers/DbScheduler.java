package org.outboxee.benchmarks.peers;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.agroal.api.AgroalDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.outboxee.benchmarks.contest.Outbox;
import org.outboxee.benchmarks.contest.Work;
import org.outboxee.benchmarks.database.Business;
import org.outboxee.benchmarks.database.Database;
import org.outboxee.benchmarks.database.Jta;
import org.outboxee.benchmarks.database.Pools;

/**
 * db-scheduler: each message is a one-time task, scheduled as a batch on the connection of the JTA transaction; polled
 * by lock-and-fetch, and at once when a transaction has committed.
 */
public final class DbScheduler implements Outbox {

    private static final String TASK = "benchmark";
    private static final Duration POLL = Duration.ofMillis(10);
    /** How many tasks to have in memory, for each thread: at the least, and after a poll. */
    private static final double LOWER = 4;

    private static final double UPPER = 20;

    private static final String[] TABLES = {
        "create table scheduled_tasks (task_name text not null, task_instance text not null, task_data bytea,"
                + " execution_time timestamp with time zone not null, picked boolean not null, picked_by text,"
                + " last_success timestamp with time zone, last_failure timestamp with time zone, consecutive_failures int,"
                + " last_heartbeat timestamp with time zone, version bigint not null, priority smallint,"
                + " primary key (task_name, task_instance))",
        "create index on scheduled_tasks (execution_time)",
        "create index on scheduled_tasks (last_heartbeat)"
    };

    /** Texts as their bytes, cheaper than the serialization that is the default. */
    private static final Serializer TEXT = new Serializer() {
        @Override
        public byte[] serialize(Object data) {
            return ((String) data).getBytes(UTF_8);
        }

        @Override
        public <T> T deserialize(Class<T> type, byte[] data) {
            return type.cast(new String(data, UTF_8));
        }
    };

    private final Database database;
    private final int workers;
    private final AgroalDataSource joined;
    private final AgroalDataSource pool;
    private final OneTimeTask<String> task;
    private final SchedulerClient client;
    private volatile @Nullable Scheduler running;
    private volatile Consumer<String> handler = payload -> {};

    /** Creates the tables. */
    public DbScheduler(Database database, int connections, int workers) throws SQLException {
        this.database = database;
        this.workers = workers;
        database.execute(TABLES);
        joined = Pools.joined(database, connections);
        pool = Pools.plain(database, connections);
        task = Tasks.oneTime(TASK, String.class).execute((instance, context) -> handler.accept(instance.getData()));
        client = SchedulerClient.Builder.create(joined, task).serializer(TEXT).build();
    }

    @Override
    public Database database() {
        return database;
    }

    @Override
    public String name() {
        return "db-scheduler";
    }

    @Override
    public void transact(Work work, long first) {
        List<TaskInstance<?>> tasks = new ArrayList<>();
        for (long number = first; number < first + work.emits(); number++) {
            tasks.add(new TaskInstance<>(TASK, UUID.randomUUID().toString(), Work.payload(number)));
        }
        Jta.requireNew(() -> {
            try (Connection connection = joined.getConnection()) {
                Business.transact(connection);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
            client.scheduleBatch(tasks, Instant.now());
            return work;
        });
        Scheduler scheduler = running;
        if (scheduler != null) {
            scheduler.triggerCheckForDueExecutions();
        }
    }

    @Override
    public void fill(Work work, int messages) throws SQLException {
        database.execute("truncate scheduled_tasks, purchase");
        if (messages > 0) {
            transact(new Work(0, 1), 1);
            Copies.multiply(database, "scheduled_tasks", "jsonb_build_object('task_instance', fresh)", messages);
        }
    }

    @Override
    public Delivering deliver(Consumer<String> newHandler) {
        handler = newHandler;
        Scheduler scheduler = Scheduler.create(pool, task)
                .serializer(TEXT)
                .threads(workers)
                .pollUsingLockAndFetch(LOWER, UPPER)
                .pollingInterval(POLL)
                .build();
        running = scheduler;
        scheduler.start();
        return () -> {
            running = null;
            scheduler.stop();
        };
    }

    @Override
    public boolean ordersKeys() {
        return false;
    }

    @Override
    public void close() {
        joined.close();
        pool.close();
    }
}
