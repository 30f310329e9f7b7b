package org.outboxee.benchmarks.runs;

import java.sql.SQLException;
import java.util.List;
import org.outboxee.benchmarks.contest.Outbox;
import org.outboxee.benchmarks.database.Postgres;
import org.outboxee.benchmarks.peers.DbScheduler;
import org.outboxee.benchmarks.peers.Gruelbox;
import org.outboxee.benchmarks.peers.Jobrunr;
import org.outboxee.benchmarks.peers.Namastack;

/** The other libraries of a run, each on a database of its own. */
record Peers(List<Outbox> all) implements AutoCloseable {

    private static final int WORKERS = 8;

    static Peers open(Postgres postgres, int connections) throws SQLException {
        return new Peers(List.of(
                new Gruelbox(postgres.create("gruelbox"), connections, WORKERS),
                new Namastack(postgres.create("namastack"), connections, WORKERS),
                new DbScheduler(postgres.create("dbscheduler"), connections, WORKERS),
                new Jobrunr(postgres.create("jobrunr"), connections, WORKERS)));
    }

    @Override
    public void close() {
        all.forEach(Outbox::close);
    }
}
