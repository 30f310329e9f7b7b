package org.outboxee.benchmarks.peers;

import io.agroal.api.AgroalDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jobrunr.jobs.mappers.JobMapper;
import org.jobrunr.scheduling.JobScheduler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.storage.StorageProvider;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;
import org.jobrunr.utils.mapper.JsonMapper;
import org.jobrunr.utils.mapper.gson.GsonJsonMapper;
import org.outboxee.benchmarks.contest.Outbox;
import org.outboxee.benchmarks.contest.Work;
import org.outboxee.benchmarks.database.Business;
import org.outboxee.benchmarks.database.Database;
import org.outboxee.benchmarks.database.Pools;

/**
 * JobRunr in its open-source edition, which commits by itself: its jobs cannot be part of the business transaction, so
 * they are enqueued after it, and lost if the process ends in between. It polls every five seconds at most.
 */
public final class Jobrunr implements Outbox {

    private static final int POLL_SECONDS = 5;

    private final Database database;
    private final int workers;
    private final AgroalDataSource pool;
    private final StorageProvider storage;
    private final JsonMapper json = new GsonJsonMapper();
    private final JobScheduler scheduler;

    /** Creates the tables. */
    public Jobrunr(Database database, int connections, int workers) throws SQLException {
        this.database = database;
        this.workers = workers;
        pool = Pools.plain(database, connections);
        storage = new PostgresStorageProvider(pool);
        storage.setJobMapper(new JobMapper(json));
        scheduler = new JobScheduler(storage);
    }

    @Override
    public Database database() {
        return database;
    }

    @Override
    public String name() {
        return "JobRunr";
    }

    @Override
    public void transact(Work work, long first) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            Business.transact(connection);
            connection.commit();
        }
        Stream<String> payloads = LongStream.range(first, first + work.emits()).mapToObj(Work::payload);
        scheduler.enqueue(payloads, payload -> JobrunrJob.run(payload));
    }

    @Override
    public void fill(Work work, int messages) throws SQLException {
        database.execute("truncate jobrunr_jobs, purchase");
        if (messages > 0) {
            transact(new Work(0, 1), 1);
            Copies.multiply(
                    database,
                    "jobrunr_jobs",
                    "jsonb_build_object('id', fresh, 'jobasjson', replace(t.jobasjson, t.id::text, fresh))",
                    messages);
        }
    }

    @Override
    public Delivering deliver(Consumer<String> handler) {
        JobrunrJob.handler = handler;
        BackgroundJobServer server = new BackgroundJobServer(
                storage,
                json,
                null,
                BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                        .andWorkerCount(workers)
                        .andPollIntervalInSeconds(POLL_SECONDS));
        server.start();
        return server::stop;
    }

    @Override
    public boolean ordersKeys() {
        return false;
    }

    @Override
    public void close() {
        storage.close();
        pool.close();
    }
}
