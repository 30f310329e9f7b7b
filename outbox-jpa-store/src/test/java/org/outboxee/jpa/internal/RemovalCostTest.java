package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;

/**
 * What a piece of a purge, a count up to a bound and a sample for monitoring read does not grow with the table
 * (scenario 23). {@code -Doutbox.cost.records} says how large it is, 20,000 by default: of ten records two are
 * delivered and two dead for long enough, one each is to be kept, and four are pending.
 */
class RemovalCostTest {

    private static final Logger LOG = System.getLogger(RemovalCostTest.class.getName());

    private static final int RECORDS = Integer.getInteger("outbox.cost.records", 20_000);
    private static final int PIECE = 500;
    private static final int PARTITIONS = 4;
    private static final List<Integer> ALL = List.of(0, 1, 2, 3);

    /** What ended before it is deleted. */
    private static final long BEFORE = 1_000_000_000_000L;

    /**
     * An index entry and the row it leads to, twice: by the claim index and by the primary key. Once more the entries
     * of the piece before, and some of those that are to stay.
     */
    private static final int ROWS_FOR_EACH = 6;

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void aPieceOfAPurgeReadsWhatItDeletes(Kind kind) {
        try (TestUnit unit = RowsRead.unit(kind, 2);
                TestStore store = TestStore.open(unit, "test", PARTITIONS)) {
            RowsRead rows = filled(unit, store, kind);

            List<Integer> purged = new ArrayList<>();
            List<Long> read = new ArrayList<>();
            do {
                purged.add(store.backend.store().purge(ALL, Instant.ofEpochMilli(BEFORE), PIECE));
                read.add(rows.take());
            } while (purged.get(purged.size() - 1) == PIECE);

            LOG.log(
                    Level.INFO,
                    kind + ", " + RECORDS + " records: pieces of a purge read at most " + Collections.max(read)
                            + " rows, the last one " + read.get(read.size() - 1) + " for "
                            + purged.get(purged.size() - 1));
            assertThat(purged.stream().mapToInt(Integer::intValue).sum()).isEqualTo(RECORDS / 10 * 4);
            assertThat(read).allSatisfy(piece -> assertThat(piece).isLessThan(ROWS_FOR_EACH * PIECE));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void countingUpToABoundReadsSoManyRows(Kind kind) {
        try (TestUnit unit = RowsRead.unit(kind, 2);
                TestStore store = TestStore.open(unit, "test", PARTITIONS)) {
            RowsRead rows = filled(unit, store, kind);

            for (int bound : new int[] {10, 1000}) {
                assertThat(store.backend.store().depth(bound)).isEqualTo(bound);
                long read = rows.take();
                LOG.log(
                        Level.INFO,
                        kind + ", " + RECORDS + " records: counting to " + bound + " reads " + read + " rows");
                // An entry of the index, and the row that says whether it is still there.
                assertThat(read).isLessThan(2L * bound + 50);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void whatMonitoringAsksForReadsAsMuchAsItsBound(Kind kind) {
        try (TestUnit unit = RowsRead.unit(kind, 2);
                TestStore store = TestStore.open(unit, "test", PARTITIONS)) {
            RowsRead rows = filled(unit, store, kind);

            for (int bound : new int[] {10, 1000}) {
                var backlog = store.backend.store().backlog(bound);
                long read = rows.take();
                LOG.log(
                        Level.INFO,
                        kind + ", " + RECORDS + " records: a sample with bound " + bound + " reads " + read + " rows");
                assertThat(backlog)
                        .isEqualTo(
                                new org.outboxee.spi.Backlog(bound, 0, bound, Optional.of(Instant.ofEpochMilli(6)), 0));
                // Two states are there, whose entries are counted; and some entries and rows for each partition.
                assertThat(read).isLessThan(5L * bound + 100);
            }
        }
    }

    private static RowsRead filled(TestUnit unit, TestStore store, Kind kind) {
        store.awaitBackground();
        String series = kind == Kind.POSTGRESQL
                ? "select generate_series(1, " + RECORDS + ") as n"
                : "select seq as n from seq_1_to_" + RECORDS;
        unit.database()
                .execute("insert into outbox_record (id, outbox_id, partition_id, seq, message_id, binding, name,"
                        + " ordering_key, created_at, available_at, sort_at, state, holding, attempts, crashes, ended_at)"
                        + " select n, o.id, p.id, n, concat('m', n), 'default', 'test.message',"
                        + " concat('key', n % 1000), n, 1,"
                        + " case when n % 10 in (0, 1, 2, 3) then n when n % 10 < 6 then n + 2 * " + BEFORE
                        + " else n end,"
                        + " case when n % 10 in (0, 1, 4) then 'DONE' when n % 10 in (2, 3, 5) then 'DEAD' else 'PENDING' end,"
                        + " 0, 0, 0, case when n % 10 in (0, 1, 2, 3) then n when n % 10 < 6 then n + 2 * " + BEFORE
                        + " end"
                        + " from (" + series + ") numbers join outbox_partition p on p.partition_no = n % 4"
                        + " join outbox_partition o on o.partition_no = 0");
        Backlog.analyze(unit.database(), kind);
        RowsRead rows = new RowsRead(unit, kind);
        store.around(rows::count);
        return rows;
    }
}
