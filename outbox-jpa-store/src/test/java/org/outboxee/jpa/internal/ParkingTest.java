package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxee.jpa.internal.TestStore.message;

import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.outboxee.spi.Claim;

/** What claims park, and what they take past it. */
class ParkingTest extends LaneFixture {

    @Test
    void blockedRecordsAreParkedBehindAClaimedOneTogetherWithWhatIsBehindThem() {
        lane("PENDING", "CLAIMED", "PENDING", "PENDING", "PENDING");
        park(3, 4);
        assertThat(lane()).containsExactly("PENDING", "CLAIMED*", "PARKED", "PARKED", "PARKED");
    }

    @Test
    void blockedRecordsAreParkedBehindAnOlderOneThatWaits() {
        lane("PENDING", "WAITING", "PENDING", "WAITING", "PENDING");
        park(3);
        assertThat(lane()).containsExactly("PENDING", "WAITING*", "PARKED", "WAITING", "PARKED");
    }

    @Test
    void nothingIsParkedBehindAYoungerOneThatWaits() {
        lane("PENDING", "WAITING", "PENDING");
        park(1, 3);
        assertThat(lane()).containsExactly("PENDING", "WAITING", "PENDING");
    }

    @Test
    void nothingIsClaimedBeforeAnOlderParkedRecord() {
        lane("PENDING", "PARKED", "PENDING");
        assertThat(claimed(lease)).containsExactly("m1");
    }

    @Test
    void aClaimFollowsALanePastTheBlockedRecordsOfAnother() {
        store.commit(message("b1", "b"));
        assertThat(store.claim(lease, 10)).hasSize(1);
        store.commit(message("a1", "a"));
        store.commit(message("b2", "b"), message("b3", "b"));
        store.commit(message("a2", "a"));
        assertThat(store.claim(lease, 2))
                .extracting(record -> record.id().messageId())
                .containsExactly("a1", "a2");
    }

    @Test
    void aClaimParksAllLanesThatStandInItsWay() {
        store.commit(message("a0", "a"), message("b0", "b"));
        assertThat(store.claim(lease, 10)).hasSize(2);
        for (int i = 1; i <= 60; i++) {
            store.commit(message("a" + i, "a"), message("b" + i, "b"));
        }
        assertThat(store.claim(lease, 10)).isEmpty();
        assertThat(lane())
                .startsWith("CLAIMED*", "CLAIMED*")
                .filteredOn("PARKED"::equals)
                .hasSize(120);
    }

    @Test
    void whatIsFreeBehindADeepLaneIsClaimedOnceThatIsParked() {
        store.commit(message("a0", "a"));
        assertThat(store.claim(lease, 10)).hasSize(1);
        for (int i = 1; i <= 150; i++) {
            store.commit(message("a" + i, "a"));
        }
        store.commit(message("b1", "b"));
        assertThat(store.claim(lease, 2))
                .extracting(record -> record.id().messageId())
                .containsExactly("b1");
    }

    @Test
    void aClaimOfOneThatHasCrashedSaysThatThereIsMore() {
        lane("PENDING", "PENDING");
        unit.database().execute("update outbox_record set crashes = 1 where id = " + id(1));
        Claim claim = store.backend.store().claim(lease, 10, Duration.ofMinutes(1));
        assertThat(claim.records()).hasSize(1);
        assertThat(claim.more()).isTrue();
    }

    @Test
    void whatIsNotPendingAnyMoreIsNotParked() {
        lane("CLAIMED", "PENDING", "PENDING");
        inTransaction(entities -> {
            List<Candidate> blocked = candidates(entities);
            unit.database().execute("update outbox_record set state = 'DEAD' where id = " + id(3));
            Parking.park(entities, Database.H2, blocked);
        });
        assertThat(lane()).containsExactly("CLAIMED*", "PARKED", "DEAD");
    }

    /** Parks these, which a claim has read as blocked. */
    private void park(Integer... blocked) {
        List<Long> ids = Arrays.stream(blocked).map(this::id).toList();
        inTransaction(entities -> Parking.park(
                entities,
                Database.H2,
                candidates(entities).stream()
                        .filter(candidate -> ids.contains(candidate.rowId()))
                        .toList()));
    }

    private List<Candidate> candidates(EntityManager entities) {
        return Candidate.page(entities, key().partitionId(), null, 100);
    }
}
