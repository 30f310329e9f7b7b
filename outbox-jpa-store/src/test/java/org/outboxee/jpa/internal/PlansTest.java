package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxee.jpa.internal.TestStore.message;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;
import org.outboxee.spi.PartitionLease;

/** The databases read the indexes that are there for it, so that the cost of a claim does not grow with the table. */
class PlansTest {

    private static final Pattern PARAMETER = Pattern.compile("\\?");

    /** One partition, a third of it without a key. */
    private static final String FILL = "insert into outbox_record (id, outbox_id, partition_id, seq, message_id,"
            + " binding, name, ordering_key, created_at, available_at, state, attempts, crashes)"
            + " select n, 1, 1, n, concat('m', n), 'default', 'test.message',"
            + " case when n % 3 = 0 then null else concat('key', n % 500) end, n, 1, 'PENDING', 0, 0 from (";

    @Test
    void h2ReadsCandidatesInTheOrderOfTheIndexAndLooksSiblingsUp() {
        assertThat(planOfAClaim(Kind.H2, "select x as n from system_range(1, 20000)", "analyze", "explain "))
                .singleElement()
                .asString()
                .contains("OUTBOX_RECORD_CLAIM_IX", "index sorted")
                .containsPattern("(?s)OUTBOX_RECORD_LANE_IX: STATE = 'CLAIMED'\\s+AND ORDERING_KEY =")
                .containsPattern("(?s)OUTBOX_RECORD_LANE_IX: STATE = 'PENDING'\\s+AND ORDERING_KEY =.*AND SEQ <")
                .doesNotContain("tableScan");
    }

    @Test
    void sqliteReadsCandidatesInTheOrderOfTheIndexAndLooksSiblingsUp() {
        String rows =
                "with recursive c (n) as (select 1 union all select n + 1 from c where n < 20000) select n from c";
        assertThat(planOfAClaim(Kind.SQLITE, rows, "select 1", "explain query plan "))
                .anySatisfy(step -> assertThat(step).contains("outbox_record_claim_ix (partition_id=? AND state=?)"))
                .anySatisfy(step -> assertThat(step).contains("ordering_key=? AND state=?)"))
                .anySatisfy(step -> assertThat(step).contains("ordering_key=? AND state=? AND seq<?)"))
                .noneSatisfy(step -> assertThat(step).contains("SCAN"))
                .noneSatisfy(step -> assertThat(step).contains("TEMP B-TREE"));
    }

    /** The generic plan is what a prepared statement ends up with: it does not know the values. */
    @ParameterizedTest
    @ValueSource(strings = {"force_generic_plan", "force_custom_plan"})
    void postgresqlReadsCandidatesInTheOrderOfTheIndexAndLooksSiblingsUp(String planCacheMode) {
        try (TestUnit unit = JpaHarness.unit(Provider.HIBERNATE, Kind.POSTGRESQL)) {
            String claim = claim(unit);
            fill(unit.database(), "select generate_series(1, 20000) as n");
            assertThat(unit.database()
                            .query(
                                    "analyze outbox_record",
                                    "set plan_cache_mode = " + planCacheMode,
                                    "prepare claim as " + numbered(claim),
                                    "explain execute claim (" + String.join(", ", ones(claim)) + ")"))
                    .anySatisfy(step -> assertThat(step).contains("Index Scan using outbox_record_claim_ix on"))
                    .noneSatisfy(step -> assertThat(step).containsAnyOf("Seq Scan", "Bitmap", "Sort", "hashed"))
                    .filteredOn(step -> step.contains("outbox_record_lane_ix"))
                    .hasSize(3);
        }
    }

    @Test
    void mariadbReadsCandidatesInTheOrderOfTheIndexAndLooksSiblingsUp() {
        assertThat(planOfAClaim(
                        Kind.MARIADB, "select seq as n from seq_1_to_20000", "analyze table outbox_record", "explain "))
                .hasSize(4)
                .noneSatisfy(step -> assertThat(step).containsAnyOf("filesort", "temporary"))
                .satisfiesOnlyOnce(
                        step -> assertThat(step).startsWith("1|PRIMARY|").contains("|outbox_record_claim_ix|"))
                .filteredOn(step -> step.contains("|DEPENDENT SUBQUERY|") && step.contains("|outbox_record_lane_ix|"))
                .hasSize(3);
    }

    private static List<String> planOfAClaim(Kind kind, String rows, String analyze, String explain) {
        try (TestUnit unit = JpaHarness.unit(Provider.HIBERNATE, kind)) {
            String claim = claim(unit);
            fill(unit.database(), rows);
            return unit.database()
                    .query(analyze, explain + PARAMETER.matcher(claim).replaceAll("1"));
        }
    }

    private static void fill(TestDatabase database, String rows) {
        database.execute(FILL + rows + ") numbers");
    }

    /** The statement by which the store looks for candidates. */
    private static String claim(TestUnit unit) {
        try (TestStore store = TestStore.open(unit)) {
            store.commit(message("m1", null));
            PartitionLease lease = store.acquire(0);
            unit.database().dataSource().clear();
            store.claim(lease, 10);
            return unit.database().dataSource().statementsOfThisThread().stream()
                    .filter(sql -> sql.contains("payload"))
                    .findFirst()
                    .orElseThrow();
        } finally {
            unit.database().execute("delete from outbox_record");
        }
    }

    private static String numbered(String sql) {
        Matcher matcher = PARAMETER.matcher(sql);
        StringBuilder numbered = new StringBuilder();
        for (int i = 1; matcher.find(); i++) {
            matcher.appendReplacement(numbered, "\\$" + i);
        }
        return matcher.appendTail(numbered).toString();
    }

    private static List<String> ones(String sql) {
        List<String> ones = new ArrayList<>();
        PARAMETER.matcher(sql).results().forEach(parameter -> ones.add("1"));
        return ones;
    }
}
