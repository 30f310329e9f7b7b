package org.outboxee.benchmarks.peers;

import io.agroal.api.AgroalDataSource;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.outboxee.benchmarks.contest.Outbox;
import org.outboxee.benchmarks.contest.Work;
import org.outboxee.benchmarks.database.Business;
import org.outboxee.benchmarks.database.Database;
import org.outboxee.benchmarks.database.Pools;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Namastack Outbox with its JDBC starter in a Spring Boot application. The application that delivers is another one
 * than the one that only emits, since it delivers from its start on.
 */
public final class Namastack implements Outbox {

    private static final String SETTINGS = "namastack.outbox.";

    private final Database database;
    private final int workers;
    private final AgroalDataSource pool;
    private @Nullable ConfigurableApplicationContext application;
    private volatile @Nullable TransactionTemplate transactions;
    private volatile io.namastack.outbox.@Nullable Outbox outbox;

    /** Creates the tables. */
    public Namastack(Database database, int connections, int workers) throws SQLException {
        this.database = database;
        this.workers = workers;
        pool = Pools.plain(database, connections);
        open(payload -> {}, "1h");
    }

    private void open(Consumer<String> handler, String interval) {
        close(application);
        Map<String, Object> settings = new HashMap<>();
        settings.put("spring.main.banner-mode", "off");
        settings.put("logging.level.root", "error");
        settings.put(SETTINGS + "polling.batch-size", 800);
        settings.put(SETTINGS + "polling.fixed.interval", interval);
        settings.put(SETTINGS + "processing.executor-core-pool-size", workers);
        settings.put(SETTINGS + "processing.executor-max-pool-size", workers);
        settings.put(SETTINGS + "processing.delete-completed-records", true);
        ConfigurableApplicationContext opened = new SpringApplicationBuilder(NamastackApplication.class)
                .web(WebApplicationType.NONE)
                .properties(settings)
                .initializers(context -> {
                    context.getBeanFactory().registerSingleton("dataSource", pool);
                    context.getBeanFactory().registerSingleton("payloads", new NamastackApplication.Payloads(handler));
                })
                .run();
        application = opened;
        transactions = new TransactionTemplate(opened.getBean(PlatformTransactionManager.class));
        outbox = opened.getBean(io.namastack.outbox.Outbox.class);
    }

    private void close(@Nullable ConfigurableApplicationContext closed) {
        if (closed != null) {
            closed.close();
            try {
                // What it owned would be its own for half a minute.
                database.execute("truncate outbox_instance, outbox_partition");
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public Database database() {
        return database;
    }

    @Override
    public String name() {
        return "namastack";
    }

    @Override
    public void transact(Work work, long first) {
        TransactionTemplate running = transactions;
        io.namastack.outbox.Outbox target = outbox;
        if (running == null || target == null) {
            throw new IllegalStateException("Closed");
        }
        running.executeWithoutResult(status -> {
            try {
                Business.transact(DataSourceUtils.getConnection(pool));
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
            for (long number = first; number < first + work.emits(); number++) {
                String key = work.key(number);
                if (key == null) {
                    target.schedule(Work.payload(number));
                } else {
                    target.schedule(Work.payload(number), key);
                }
            }
        });
    }

    @Override
    public void fill(Work work, int messages) throws SQLException {
        database.execute("truncate outbox_record, purchase");
        if (messages > 0) {
            transact(new Work(0, 1), 1);
            String key = work.keys() == 0 ? "fresh" : "'k' || n % " + work.keys();
            String slice = work.keys() == 0 ? "n" : "n % " + work.keys();
            Copies.multiply(
                    database,
                    "outbox_record",
                    "jsonb_build_object('id', fresh, 'record_key', " + key + ", 'partition_no', (" + slice + ") % 256)",
                    messages);
        }
    }

    @Override
    public Delivering deliver(Consumer<String> handler) {
        open(handler, "10ms");
        return () -> open(payload -> {}, "1h");
    }

    @Override
    public boolean ordersKeys() {
        return true;
    }

    @Override
    public void close() {
        close(application);
        pool.close();
    }
}
