package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxee.jpa.internal.TestStore.message;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.outboxee.jpa.testing.Jta;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;
import org.outboxee.spi.Claim;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.Settlement.Completed;

/**
 * What a claim reads does not grow with what waits (scenario 20): neither with the records that can be claimed nor,
 * once they are parked, with those that cannot. {@code -Doutbox.cost.records} says how many records the many are,
 * 20,000 by default.
 */
class ClaimCostTest {

    private static final Logger LOG = System.getLogger(ClaimCostTest.class.getName());

    private static final int FEW = 1000;
    private static final int MANY = Integer.getInteger("outbox.cost.records", 20_000);
    private static final int LIMIT = 50;
    private static final int CLAIMS = 10;

    /** No transaction of a claim reads more: pages, the records that it parks, what both need. */
    private static final int MOST_OF_ONE = 20_000;

    /**
     * Rows read.
     *
     * @param claim for each record that claims looked at: those claimed, and the blocked ones that were too few to park
     * @param settlement for each record settled
     * @param before for each record that was parked or claimed until the claims were as those that are measured
     * @param transactions how many that took
     * @param mostOfOne by one of these
     * @param left the blocked ones too few to park
     */
    private record Cost(double claim, double settlement, double before, int transactions, long mostOfOne, long left) {

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "rows read for each record: %.1f + %.1f (before: %.1f for each, in %d transactions of at most %d;"
                            + " left %d)",
                    claim,
                    settlement,
                    before,
                    transactions,
                    mostOfOne,
                    left);
        }
    }

    static Stream<Arguments> backlogs() {
        return Stream.of(Kind.POSTGRESQL, Kind.MARIADB)
                .flatMap(kind -> Arrays.stream(Backlog.values()).map(backlog -> Arguments.of(kind, backlog)));
    }

    @ParameterizedTest
    @MethodSource("backlogs")
    void theRowsReadForARecordAreTheSameForFewAndMany(Kind kind, Backlog backlog) {
        Cost few = cost(kind, backlog, FEW);
        Cost many = cost(kind, backlog, MANY);
        LOG.log(Level.INFO, kind + ", " + backlog.description + ", " + FEW + ": " + few);
        LOG.log(Level.INFO, kind + ", " + backlog.description + ", " + MANY + ": " + many);

        assertThat(many.claim()).isLessThan(few.claim() * 1.5);
        assertThat(few.claim()).as("few cost no more than many").isLessThan(many.claim() * 1.5);
        assertThat(many.settlement()).isLessThan(few.settlement() * 1.5);
        assertThat(many.before()).isLessThanOrEqualTo(few.before() * 1.5);
        assertThat(many.mostOfOne()).isLessThan(MOST_OF_ONE + leftInIndex(kind, MANY));
    }

    /** PostgreSQL steps over the index entry of a row that has been parked once, or until it is vacuumed. */
    private static int leftInIndex(Kind kind, int records) {
        return kind == Kind.POSTGRESQL ? records : 0;
    }

    private static Cost cost(Kind kind, Backlog backlog, int records) {
        try (TestUnit unit = RowsRead.unit(kind, 2);
                TestStore store = TestStore.open(unit, "test", 1)) {
            store.awaitBackground();
            backlog.fill(unit.database(), kind, records);
            Backlog.analyze(unit.database(), kind);
            PartitionLease lease = store.acquire(0);
            RowsRead rows = new RowsRead(unit, kind);
            store.around(rows::count);
            long before = 0;
            int transactions = 0;
            long mostOfOne = 0;
            long left = 0;
            if (backlog.isBlocked()) {
                for (boolean more = true; more; ) {
                    Claim claim = store.backend.store().claim(lease, LIMIT, Duration.ofMinutes(5));
                    List<Long> each = rows.takeEach();
                    before += each.stream().mapToLong(Long::longValue).sum();
                    mostOfOne = Math.max(mostOfOne, Collections.max(each));
                    transactions += each.size();
                    settle(store, claim);
                    more = claim.more() || !claim.records().isEmpty();
                    rows.take();
                }
                left = pending(unit);
                store.commit(IntStream.range(0, LIMIT * CLAIMS)
                        .mapToObj(i -> message("later" + i, i % 2 == 0 ? null : "later" + i))
                        .toArray(OutboxMessage[]::new));
                Backlog.analyze(unit.database(), kind);
                rows.take();
            }
            long claimed = 0;
            long settled = 0;
            for (int i = 0; i < CLAIMS; i++) {
                Claim claim = store.backend.store().claim(lease, LIMIT, Duration.ofMinutes(5));
                assertThat(claim.records()).hasSize(LIMIT);
                claimed += rows.take();
                settle(store, claim);
                settled += rows.take();
            }
            double all = LIMIT * CLAIMS;
            return new Cost(
                    claimed / (all + left * CLAIMS),
                    settled / all,
                    before / (double) Backlog.all(records),
                    transactions,
                    mostOfOne,
                    left);
        }
    }

    private static long pending(TestUnit unit) {
        return Long.parseLong(unit.database()
                .query("select count(*) from outbox_record where state = 'PENDING'")
                .get(0));
    }

    private static void settle(TestStore store, Claim claim) {
        store.backend
                .store()
                .settle(claim.records().stream().map(Completed::new).toList());
    }

    /** Statements that were planned while the table was empty, and statistics from then. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void theRowsReadStayFewWhereTheDatabaseBelievesTheTableToBeEmpty(Kind kind) {
        try (TestUnit unit = RowsRead.unit(kind, 1);
                TestStore store = TestStore.open(unit, "test", 1)) {
            store.awaitBackground();
            if (kind == Kind.MARIADB) {
                unit.database().execute("alter table outbox_record stats_auto_recalc = 0");
            }
            Backlog.analyze(unit.database(), kind);
            PartitionLease lease = store.acquire(0);
            for (int i = 0; i < 12; i++) {
                store.commit(message("m" + i, "a"), message("n" + i, "a"));
                store.backend
                        .store()
                        .settle(store.claim(lease, LIMIT).stream()
                                .map(Completed::new)
                                .toList());
            }
            Backlog.analyze(unit.database(), kind);
            Backlog.KEYED.fill(unit.database(), kind, MANY);
            RowsRead rows = new RowsRead(unit, kind);
            store.around(rows::count);

            List<ClaimedRecord> batch = store.claim(lease, LIMIT);
            long claim = rows.take();
            store.backend.store().settle(batch.stream().map(Completed::new).toList());
            long settlement = rows.take();
            Jta.commit(() -> rows.count(() -> store.append(message("later", "a"), message("latest", "a"))));
            long append = rows.take();

            LOG.log(
                    Level.INFO,
                    kind + ", planned while empty: rows read by a claim of " + LIMIT + " " + claim + ", its settlement "
                            + settlement + ", an append of 2 " + append);
            assertThat(batch).hasSize(LIMIT);
            assertThat(claim).isLessThan(50 * LIMIT);
            assertThat(settlement).isLessThan(50 * LIMIT);
            assertThat(append).isLessThan(50);
        }
    }
}
