package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxee.jpa.internal.TestStore.message;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.PartitionLease;

/** The databases read the indexes that are there for it, so that the cost of a claim does not grow with the table. */
class PlansTest {

    private static final Pattern PARAMETER = Pattern.compile("\\?");

    /** One partition, a third of it without a key. */
    private static final String FILL = "insert into outbox_record (id, outbox_id, partition_id, seq, message_id,"
            + " binding, name, ordering_key, created_at, available_at, sort_at, state, holding, attempts, crashes)"
            + " select n, 1, 1, n, concat('m', n), 'default', 'test.message',"
            + " case when n % 3 = 0 then null else concat('key', n % 500) end, n, 1, n, 'PENDING', 0, 0, 0 from (";

    private static final Map<Kind, Filled> FILLED = new EnumMap<>(Kind.class);

    @AfterAll
    static void close() {
        FILLED.values().forEach(filled -> filled.unit().close());
        FILLED.clear();
    }

    /** The reads of a claim, each with a word that only it has. */
    private enum Read {
        /** What has become due. */
        DUE("sort_at<="),
        /** The oldest pending ones. */
        PAGE("payload"),
        /** What stands before the pending ones in their lanes. */
        LANES("limit 1)");

        private final String mark;

        Read(String mark) {
            this.mark = mark;
        }

        boolean is(String sql) {
            return sql.startsWith("select") && sql.contains(mark);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Read.class,
            names = {"DUE", "PAGE"})
    void h2ReadsARangeOfTheClaimIndexInItsOrder(Read read) {
        assertThat(h2(read))
                .singleElement()
                .asString()
                .contains("OUTBOX_RECORD_CLAIM_IX", "index sorted")
                .containsPattern("SORT_AT [<>]=")
                .doesNotContain("tableScan");
    }

    @Test
    void h2LooksSiblingsUp() {
        assertThat(h2(Read.LANES))
                .singleElement()
                .asString()
                .contains("PRIMARY_KEY")
                .containsPattern("(?s)OUTBOX_RECORD_LANE_IX: STATE = 'CLAIMED'\\s+AND ORDERING_KEY =")
                .containsPattern("(?s)OUTBOX_RECORD_LANE_IX: STATE = 'WAITING'\\s+AND ORDERING_KEY =")
                .containsPattern("(?s)OUTBOX_RECORD_CLAIM_IX: PARTITION_ID = \\S+\\s+AND STATE = 'WAITING'")
                .containsPattern("(?s)OUTBOX_RECORD_CLAIM_IX: PARTITION_ID = \\S+\\s+AND STATE = 'PARKED'")
                .containsPattern("(?s)OUTBOX_RECORD_LANE_IX: STATE = 'PARKED'\\s+AND ORDERING_KEY =")
                .containsPattern("(?s)OUTBOX_RECORD_LANE_IX: STATE = 'PENDING'\\s+AND ORDERING_KEY =")
                .doesNotContain("tableScan");
    }

    private static List<String> h2(Read read) {
        return plan(Kind.H2, read, "explain ");
    }

    @ParameterizedTest
    @EnumSource(
            value = Read.class,
            names = {"DUE", "PAGE"})
    void sqliteReadsARangeOfTheClaimIndexInItsOrder(Read read) {
        assertThat(sqlite(read))
                .singleElement()
                .asString()
                .containsPattern("outbox_record_claim_ix \\(partition_id=\\? AND state=\\? AND sort_at[<>]\\?\\)");
    }

    @Test
    void sqliteLooksSiblingsUp() {
        assertThat(sqlite(Read.LANES))
                .noneSatisfy(step -> assertThat(step).containsAnyOf("SCAN or", "SCAN s", "TEMP B-TREE"))
                .filteredOn(step -> step.contains("ordering_key=? AND state=?)"))
                .hasSize(4);
    }

    private static List<String> sqlite(Read read) {
        return plan(Kind.SQLITE, read, "explain query plan ");
    }

    /** The generic plan is what a prepared statement ends up with: it does not know the values. */
    @ParameterizedTest
    @CsvSource({
        "force_generic_plan, DUE",
        "force_custom_plan, DUE",
        "force_generic_plan, PAGE",
        "force_custom_plan, PAGE",
    })
    void postgresqlReadsARangeOfTheClaimIndexInItsOrder(String planCacheMode, Read read) {
        assertThat(postgresql(planCacheMode, read))
                .anySatisfy(step -> assertThat(step).contains("Scan using outbox_record_claim_ix on"))
                .anySatisfy(step -> assertThat(step).containsPattern("Index Cond: .*sort_at [<>]="))
                .noneSatisfy(step -> assertThat(step).containsAnyOf("Seq Scan", "Bitmap", "Sort  ", "hashed"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"force_generic_plan", "force_custom_plan"})
    void postgresqlLooksSiblingsUp(String planCacheMode) {
        assertThat(postgresql(planCacheMode, Read.LANES))
                .anySatisfy(step -> assertThat(step).contains("Scan using outbox_record_pkey on"))
                .noneSatisfy(step -> assertThat(step).containsAnyOf("Seq Scan", "Bitmap", "Sort  ", "hashed"))
                .filteredOn(step -> step.contains("outbox_record_lane_ix"))
                .hasSize(4);
    }

    private static List<String> postgresql(String planCacheMode, Read read) {
        String statement = filled(Kind.POSTGRESQL).statement(read);
        return filled(Kind.POSTGRESQL)
                .unit()
                .database()
                .query(
                        "deallocate all",
                        "set plan_cache_mode = " + planCacheMode,
                        "prepare claim as " + numbered(statement, "\\$"),
                        "explain execute claim (" + arguments(statement) + ")");
    }

    @ParameterizedTest
    @EnumSource(
            value = Read.class,
            names = {"DUE", "PAGE"})
    void mariadbReadsARangeOfTheClaimIndexInItsOrder(Read read) {
        assertThat(mariadb(read))
                .singleElement()
                .asString()
                .contains("|range|")
                .contains("|outbox_record_claim_ix|")
                .doesNotContain("filesort", "temporary");
    }

    @Test
    void mariadbLooksSiblingsUp() {
        List<String> plan = mariadb(Read.LANES);
        assertThat(plan)
                .as("%s", plan)
                .hasSize(7)
                .satisfiesOnlyOnce(
                        step -> assertThat(step).startsWith("1|PRIMARY|").contains("|PRIMARY|"))
                .filteredOn(step -> step.contains("|DEPENDENT SUBQUERY|") && step.contains("|outbox_record_lane_ix|"))
                .hasSize(4);
    }

    private static List<String> mariadb(Read read) {
        return plan(Kind.MARIADB, read, "explain ");
    }

    private static List<String> plan(Kind kind, Read read, String explain) {
        return filled(kind)
                .unit()
                .database()
                .query(explain + numbered(filled(kind).statement(read), ""));
    }

    private static Filled filled(Kind kind) {
        return FILLED.computeIfAbsent(kind, Filled::of);
    }

    /** A database with 20,000 records, and what a claim says to it. */
    private record Filled(TestUnit unit, List<String> statements) {

        static Filled of(Kind kind) {
            TestUnit unit = JpaHarness.unit(Provider.HIBERNATE, kind);
            List<String> statements = claim(unit);
            unit.database().execute("delete from outbox_record", FILL + numbers(kind) + ") numbers");
            unit.database().execute(kind == Kind.MARIADB ? "analyze table outbox_record" : "analyze");
            return new Filled(unit, statements);
        }

        private static String numbers(Kind kind) {
            return switch (kind) {
                case H2 -> "select x as n from system_range(1, 20000)";
                case SQLITE ->
                    "with recursive c (n) as (select 1 union all select n + 1 from c where n < 20000) select n from c";
                case POSTGRESQL -> "select generate_series(1, 20000) as n";
                case MARIADB -> "select seq as n from seq_1_to_20000";
            };
        }

        /** Of a partition with several lanes and a record that waits. */
        private static List<String> claim(TestUnit unit) {
            try (TestStore store = TestStore.open(unit)) {
                store.commit(IntStream.range(0, 40)
                        .mapToObj(i -> message("m" + i, "key" + i))
                        .toArray(OutboxMessage[]::new));
                unit.database()
                        .execute(
                                "update outbox_record set partition_id = (select min(id) from outbox_partition)",
                                "update outbox_record set state = 'WAITING', sort_at = 9000000000000"
                                        + " where message_id = 'm0'");
                PartitionLease lease = store.acquire(0);
                unit.database().dataSource().clear();
                store.claim(lease, 10);
                return unit.database().dataSource().statementsOfThisThread();
            }
        }

        String statement(Read read) {
            return statements.stream()
                    .filter(read::is)
                    .reduce((a, b) -> {
                        throw new IllegalStateException(read + " is not clear: " + a + " or " + b);
                    })
                    .orElseThrow();
        }
    }

    /** The statement with its parameters replaced by their numbers: partition 1 comes first, ids differ. */
    private static String numbered(String sql, String prefix) {
        Matcher matcher = PARAMETER.matcher(sql);
        StringBuilder numbered = new StringBuilder();
        for (int i = 1; matcher.find(); i++) {
            matcher.appendReplacement(numbered, prefix + i);
        }
        return matcher.appendTail(numbered).toString();
    }

    private static String arguments(String sql) {
        long parameters = PARAMETER.matcher(sql).results().count();
        return LongStream.rangeClosed(1, parameters).mapToObj(Long::toString).collect(Collectors.joining(", "));
    }
}
