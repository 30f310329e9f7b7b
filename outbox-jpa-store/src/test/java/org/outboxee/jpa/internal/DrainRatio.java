package org.outboxee.jpa.internal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;
import org.outboxee.spi.Claim;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.Settlement.Completed;

/**
 * A measurement, not a check: how fast one connection drains an outbox through the store, against the same claims and
 * settlements in JDBC with native SQL, which lock nothing, ask no lane and know no owner. Run by
 * {@code -Dtest=DrainRatio}; see ADR 7.
 */
class DrainRatio {

    private static final Logger LOG = System.getLogger(DrainRatio.class.getName());

    private static final int RECORDS = Integer.getInteger("outbox.drain.records", 20_000);
    private static final int BATCH = 200;
    private static final int ROUNDS = 7;

    private static final String FILL = "insert into outbox_record (id, outbox_id, partition_id, seq, message_id,"
            + " binding, name, created_at, available_at, sort_at, state, holding, attempts, crashes, ordering_key,"
            + " payload) select n, 1, 1, n, concat('m', n), 'default', 'test', n, n, n, 'PENDING', 0, 0, 0, ";

    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, 0",
        "POSTGRESQL, 1000",
        "MARIADB, 0",
        "MARIADB, 1000",
        "H2, 0",
        "H2, 1000",
        "SQLITE, 0",
        "SQLITE, 1000",
    })
    void ofTheStoreToNativeSql(Kind kind, int keys) throws SQLException {
        try (TestUnit unit = JpaHarness.unit(Provider.HIBERNATE, kind);
                TestStore store = TestStore.open(unit, "test", 1)) {
            PartitionLease lease = store.acquire(0);
            List<Double> ratios = new ArrayList<>();
            List<Double> rates = new ArrayList<>();
            for (int round = 0; round <= ROUNDS; round++) {
                double ours = rate(unit, kind, keys, () -> drain(store, lease));
                double floor = rate(unit, kind, keys, () -> drain(unit));
                if (round > 0) { // the first one warms up
                    ratios.add(ours / floor);
                    rates.add(ours);
                }
            }
            Collections.sort(ratios);
            Collections.sort(rates);
            LOG.log(
                    Level.INFO,
                    String.format(
                            Locale.ROOT,
                            "%s, %s: %.0f records/s; of native SQL %.2f (%.2f to %.2f)",
                            kind,
                            keys == 0 ? "keyless" : keys + " keys",
                            rates.get(ROUNDS / 2),
                            ratios.get(ROUNDS / 2),
                            ratios.get(0),
                            ratios.get(ROUNDS - 1)));
        }
    }

    private interface Drain {
        int run() throws SQLException;
    }

    private static double rate(TestUnit unit, Kind kind, int keys, Drain drain) throws SQLException {
        String payload = "'" + "x".repeat(200) + "'";
        String bytes = switch (kind) {
            case POSTGRESQL -> "convert_to(" + payload + ", 'UTF8')";
            case H2 -> "stringtoutf8(" + payload + ")";
            case SQLITE -> "cast(" + payload + " as blob)";
            case MARIADB -> payload;
        };
        String numbers = switch (kind) {
            case H2 -> "select x as n from system_range(1, " + RECORDS + ")";
            case SQLITE ->
                "with recursive c (n) as (select 1 union all select n + 1 from c where n < " + RECORDS
                        + ") select n from c";
            case POSTGRESQL -> "select generate_series(1, " + RECORDS + ") as n";
            case MARIADB -> "select seq as n from seq_1_to_" + RECORDS;
        };
        String key = keys == 0 ? "null" : "concat('k', n % " + keys + ")";
        unit.database()
                .execute("delete from outbox_record", FILL + key + ", " + bytes + " from (" + numbers + ") numbers");
        unit.database().execute(kind == Kind.MARIADB ? "analyze table outbox_record" : "analyze");
        unit.database().dataSource().clear();
        long start = System.nanoTime();
        int drained = drain.run();
        long nanos = System.nanoTime() - start;
        if (drained != RECORDS) {
            throw new IllegalStateException(drained + " of " + RECORDS + " records were drained");
        }
        return drained * 1e9 / nanos;
    }

    private static int drain(TestStore store, PartitionLease lease) {
        int drained = 0;
        while (true) {
            Claim claim = store.backend.store().claim(lease, BATCH, Duration.ofMinutes(5));
            if (claim.records().isEmpty()) {
                return drained;
            }
            drained += store.backend
                    .store()
                    .settle(claim.records().stream().map(Completed::new).toList())
                    .applied();
        }
    }

    private static int drain(TestUnit unit) throws SQLException {
        String ids = " where id in (" + String.join(", ", Collections.nCopies(BATCH, "?")) + ") and ";
        try (Connection connection = unit.database().dataSource().getConnection();
                PreparedStatement select = connection.prepareStatement(
                        "select id, message_id, binding, seq, name, ordering_key, created_at, attempts, crashes, headers,"
                                + " payload from outbox_record where partition_id = 1 and state = 'PENDING'"
                                + " order by partition_id, state, sort_at, seq limit " + BATCH);
                PreparedStatement stamp = connection.prepareStatement(
                        "update outbox_record set state = 'CLAIMED', claim_token = ?, claim_version = 1, lease_until = 1"
                                + ids + "state = 'PENDING'");
                PreparedStatement delete =
                        connection.prepareStatement("delete from outbox_record" + ids + "claim_token = ?")) {
            connection.setAutoCommit(false);
            int drained = 0;
            while (true) {
                long[] batch = select(select);
                if (batch.length == 0) {
                    connection.rollback();
                    connection.setAutoCommit(true);
                    return drained;
                }
                String token = Tokens.next();
                stamp.setString(1, token);
                bind(stamp, 2, batch);
                stamp.executeUpdate();
                connection.commit();
                bind(delete, 1, batch);
                delete.setString(BATCH + 1, token);
                drained += delete.executeUpdate();
                connection.commit();
            }
        }
    }

    private static long[] select(PreparedStatement select) throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
                for (int column = 2; column <= 9; column++) {
                    rows.getString(column);
                }
                rows.getBytes(11);
            }
        }
        return ids.stream().mapToLong(Long::longValue).toArray();
    }

    /** A last batch that is short repeats its last id. */
    private static void bind(PreparedStatement statement, int first, long[] ids) throws SQLException {
        long[] all = Arrays.copyOf(ids, BATCH);
        Arrays.fill(all, ids.length, BATCH, ids[ids.length - 1]);
        for (int i = 0; i < BATCH; i++) {
            statement.setLong(first + i, all[i]);
        }
    }
}
