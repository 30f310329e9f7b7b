package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxee.jpa.internal.TestStore.message;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.PartitionLease;

/** The databases read the indexes that are there for it, so that the cost of a claim does not grow with the table. */
class PlansTest {

    @Test
    void h2ReadsCandidatesInTheOrderOfTheIndexAndLooksSiblingsUp() {
        List<String> plan = planOfAClaim(Kind.H2, "explain ");
        assertThat(plan)
                .singleElement()
                .asString()
                .contains("OUTBOX_RECORD_CLAIM_IX", "index sorted")
                .containsPattern("(?s)OUTBOX_RECORD_LANE_IX: STATE = 'CLAIMED'\\s+AND ORDERING_KEY =")
                .containsPattern("(?s)OUTBOX_RECORD_LANE_IX: STATE = 'PENDING'\\s+AND ORDERING_KEY =.*AND SEQ <")
                .doesNotContain("tableScan");
    }

    @Test
    void sqliteReadsCandidatesInTheOrderOfTheIndexAndLooksSiblingsUp() {
        List<String> plan = planOfAClaim(Kind.SQLITE, "explain query plan ");
        assertThat(plan)
                .anySatisfy(step -> assertThat(step).contains("outbox_record_claim_ix (partition_id=? AND state=?)"))
                .anySatisfy(step -> assertThat(step).contains("ordering_key=? AND state=?)"))
                .anySatisfy(step -> assertThat(step).contains("ordering_key=? AND state=? AND seq<?)"))
                .noneSatisfy(step -> assertThat(step).contains("SCAN"))
                .noneSatisfy(step -> assertThat(step).contains("TEMP B-TREE"));
    }

    private static List<String> planOfAClaim(Kind kind, String explain) {
        try (TestUnit unit = JpaHarness.unit(Provider.HIBERNATE, kind);
                TestStore store = TestStore.open(unit)) {
            store.commit(IntStream.range(0, 1000)
                    .mapToObj(i -> message("m" + i, i % 3 == 0 ? null : "key" + i % 50))
                    .toArray(OutboxMessage[]::new));
            PartitionLease lease = store.acquire(0);
            unit.database().dataSource().clear();
            store.claim(lease, 10);
            String query = unit.database().dataSource().statementsOfThisThread().stream()
                    .filter(sql -> sql.contains("payload"))
                    .findFirst()
                    .orElseThrow();
            return unit.database().explain(explain + query);
        }
    }
}
