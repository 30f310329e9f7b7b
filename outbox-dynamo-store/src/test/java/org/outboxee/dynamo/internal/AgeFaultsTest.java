package org.outboxee.dynamo.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxee.dynamo.internal.FaultyClient.cancelled;
import static org.outboxee.dynamo.internal.TestStore.ids;
import static org.outboxee.dynamo.internal.TestStore.message;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.outboxee.admin.RecordId;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.PartitionLease;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

class AgeFaultsTest extends FaultsContract {

    AgeFaultsTest() {
        super("age");
    }

    /** The owner's own claims never become pending: without care they would be nobody's for ever. */
    @Test
    void recordsOfAClaimWhoseAnswerWasLostAreClaimedByTheNextOne() {
        store.emit(message("m1", "k"), message("m2", null));
        PartitionLease lease = store.own();
        client.loseAnswer(TransactWriteItemsRequest.class);
        assertThatThrownBy(() -> store.claim(lease, 10)).isInstanceOf(OutboxStoreException.class);
        assertThat(store.backend().store().counts().claimed()).isEqualTo(2);
        List<ClaimedRecord> claimed = store.claim(lease, 10);
        assertThat(ids(claimed)).containsExactly("m1", "m2");
        assertThat(claimed).extracting(ClaimedRecord::crashes).containsOnly(0);
        assertThat(store.complete(claimed)).isEqualTo(2);
    }

    /** A query may show a part of a transaction: its second record and not yet its first. */
    @Test
    void recordsOfATransactionThatIsStillWrittenAreClaimedTogetherAndInOrder() {
        PartitionLease lease = store.own();
        store.emit(message("m1", "k"), message("m2", "k"), message("m3", null));
        client.<QueryResponse>change(
                QueryRequest.class,
                page -> page.toBuilder()
                        .items(page.items().subList(1, 3))
                        .count(2)
                        .build());
        client.refuse(TransactGetItemsRequest.class, cancelled("TransactionConflict"));
        assertThat(store.claim(lease, 10)).isEmpty();
        assertThat(ids(store.claim(lease, 10))).containsExactly("m1", "m2", "m3");
    }

    /** The transaction has ended between the two reads. */
    @Test
    void recordThatAQueryDidNotShowYetIsFoundByItsSeq() {
        PartitionLease lease = store.own();
        store.emit(message("m1", "k"), message("m2", "k"));
        client.<QueryResponse>change(
                QueryRequest.class,
                page -> page.toBuilder()
                        .items(page.items().subList(1, 2))
                        .count(1)
                        .build());
        assertThat(ids(store.claim(lease, 10))).containsExactly("m1", "m2");
    }

    @Test
    void recordThatWasDiscardedBeforeItWasReadHoldsNothingUp() {
        PartitionLease lease = store.own();
        store.emit(message("m1", "k"), message("m2", "k"));
        assertThat(store.backend().store().discard(new RecordId("m1", "default")))
                .isTrue();
        assertThat(ids(store.claim(lease, 10))).containsExactly("m2");
        assertThat(store.backend().store().partitionsWithWork(List.of(0))).isEmpty();
    }

    @Test
    void claimThatFindsNothingNewReadsNoRecords() {
        store.emit(message("m1", "k"));
        PartitionLease lease = store.own();
        store.claim(lease, 10);
        client.requests().clear();
        assertThat(store.claim(lease, 10)).isEmpty();
        assertThat(client.requests()).noneMatch(QueryRequest.class::isInstance);
        assertThat(client.requests()).hasSize(1);
    }

    /** Scenario 36. */
    @Test
    void idleOwnerWritesNothing() {
        PartitionLease lease = store.own();
        store.claim(lease, 10);
        client.requests().clear();
        for (int i = 0; i < 5; i++) {
            assertThat(store.backend().store().partitionsWithWork(List.of(0))).isEmpty();
            assertThat(store.claim(lease, 10)).isEmpty();
        }
        assertThat(client.requests()).allMatch(BatchGetItemRequest.class::isInstance);
    }

    /** Two relays that believe in one lease, as after a restart with the same name. */
    @Test
    void claimsOfAnotherStoreUnderTheSameLeaseAreSeen() {
        TestStore other = store.another(TestTable.client());
        store.emit(message("m1", "k"), message("m2", "k"), message("m3", null));
        PartitionLease lease = store.own();
        assertThat(ids(store.claim(lease, 1))).containsExactly("m1");
        assertThat(ids(other.claim(lease, 10))).containsExactly("m3");
        assertThat(store.claim(lease, 10)).isEmpty();
    }
}
