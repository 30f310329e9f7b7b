package org.outboxee.dynamo.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxee.dynamo.internal.FaultyClient.cancelled;
import static org.outboxee.dynamo.internal.TestStore.ids;
import static org.outboxee.dynamo.internal.TestStore.message;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.outboxee.DuplicateMessageException;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Failure;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.Settlement;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/** What the service does in bad moments, which the server of the tests never does. */
abstract class FaultsContract {

    private final String layout;
    FaultyClient client;
    TestStore store;

    FaultsContract(String layout) {
        this.layout = layout;
    }

    @BeforeEach
    void open() {
        client = new FaultyClient(TestTable.client());
        store = TestStore.open(layout, client.client());
    }

    @AfterEach
    void close() {
        store.close();
    }

    /** Scenario 33. */
    @Test
    void appendThatMeetsAnotherTransactionIsWrittenByItsNextAttempt() {
        client.refuse(TransactWriteItemsRequest.class, cancelled("None", "TransactionConflict"));
        store.emit(message("m1", "k"));
        assertThat(ids(store.claim(store.own(), 10))).containsExactly("m1");
    }

    @Test
    void appendThatIsThrottledIsWrittenByItsNextAttempt() {
        client.refuse(TransactWriteItemsRequest.class, cancelled("ThrottlingError", "None"));
        store.emit(message("m1", null));
        assertThat(store.backend().store().counts().pending()).isEqualTo(1);
    }

    @Test
    void attemptsThatWereCancelledHaveTokensOfTheirOwn() {
        client.refuse(TransactWriteItemsRequest.class, cancelled("TransactionConflict", "None"));
        store.emit(message("m1", "k"));
        assertThat(client.requests())
                .filteredOn(TransactWriteItemsRequest.class::isInstance)
                .extracting(request -> ((TransactWriteItemsRequest) request).clientRequestToken())
                .hasSize(2)
                .doesNotHaveDuplicates();
    }

    /** Scenario 33: a condition that does not hold is not tried again. */
    @Test
    void takenIdIsNoContention() {
        store.emit(TestStore.message("m1", null, new byte[0], true));
        int before = client.requests().size();
        assertThatThrownBy(() -> store.emit(TestStore.message("m1", null, new byte[0], true)))
                .isInstanceOf(DuplicateMessageException.class);
        assertThat(client.requests().subList(before, client.requests().size()))
                .filteredOn(TransactWriteItemsRequest.class::isInstance)
                .hasSize(1);
    }

    @Test
    void claimThatMeetsAnotherTransactionComesAgain() {
        store.emit(message("m1", "k"), message("m2", "k"));
        PartitionLease lease = store.own();
        client.refuse(TransactWriteItemsRequest.class, cancelled("TransactionConflict", "None", "None"));
        assertThat(ids(store.claim(lease, 10))).containsExactly("m1", "m2");
    }

    @Test
    void contentionThatDoesNotEndFailsTheClaimAndChangesNothing() {
        store.emit(message("m1", "k"));
        PartitionLease lease = store.own();
        for (int i = 0; i < 20; i++) {
            client.refuse(TransactWriteItemsRequest.class, cancelled("TransactionConflict", "None"));
        }
        assertThatThrownBy(() -> store.claim(lease, 10))
                .isInstanceOf(OutboxStoreException.class)
                .hasMessageStartingWith("OUTBOX-06003");
        assertThat(store.backend().store().counts().pending()).isEqualTo(1);
    }

    /** Scenario 32. */
    @Test
    void completionWhoseAnswerWasLostAndThatTheSdkRepeatedIsApplied() {
        store.emit(message("m1", null));
        List<ClaimedRecord> claimed = store.claim(store.own(), 10);
        client.answerWith(
                DeleteItemRequest.class,
                ConditionalCheckFailedException.builder()
                        .message("The conditional request failed")
                        .numAttempts(2)
                        .build());
        assertThat(store.complete(claimed)).isEqualTo(1);
    }

    @Test
    void completionThatMeetsATransactionComesAgain() {
        store.emit(message("m1", null));
        List<ClaimedRecord> claimed = store.claim(store.own(), 10);
        client.refuse(
                DeleteItemRequest.class,
                TransactionConflictException.builder()
                        .message("Transaction is ongoing for the item")
                        .build());
        assertThat(store.complete(claimed)).isEqualTo(1);
    }

    /** Scenario 32: the one who gave the record back may have the answer late, and not by a new attempt. */
    @Test
    void failureWhoseAnswerWasLostCountsOneAttempt() {
        store.emit(message("m1", "k"));
        PartitionLease lease = store.own();
        ClaimedRecord record = store.claim(lease, 10).get(0);
        List<Settlement> failed = List.of(new Settlement.Failed(record, Duration.ZERO, new Failure("no")));
        client.loseAnswer(TransactWriteItemsRequest.class);
        assertThatThrownBy(() -> store.backend().store().settle(failed)).isInstanceOf(OutboxStoreException.class);
        assertThat(store.backend().store().settle(failed).ignored()).isEqualTo(1);
        PartitionLease next = store.own();
        assertThat(store.claim(next, 10)).extracting(ClaimedRecord::attempts).containsExactly(1);
    }

    /** Scenario 34. */
    @Test
    void emptyPageThatIsNotTheLastIsReadOver() {
        store.emit(message("m1", "k"), message("m2", "k"));
        PartitionLease lease = store.own();
        AtomicBoolean emptied = new AtomicBoolean();
        client.<QueryResponse>change(QueryRequest.class, page -> {
            emptied.set(true);
            return QueryResponse.builder()
                    .items(List.of())
                    .count(0)
                    .lastEvaluatedKey(new Keys.Key(store.pk(), "A").item())
                    .build();
        });
        assertThat(store.backend().store().counts().pending()).isEqualTo(2);
        assertThat(emptied).isTrue();
        assertThat(ids(store.claim(lease, 10))).containsExactly("m1", "m2");
    }

    @Test
    void whatClaimsByReadsOfTheBaseTableIsReadConsistently() {
        store.emit(message("m1", "k"));
        PartitionLease lease = store.own();
        client.requests().clear();
        store.claim(lease, 10);
        assertThat(client.requests()).filteredOn(QueryRequest.class::isInstance).isNotEmpty();
        assertThat(client.requests())
                .filteredOn(request -> request instanceof QueryRequest query && query.indexName() == null)
                .allMatch(request -> ((QueryRequest) request).consistentRead());
        assertThat(client.requests())
                .filteredOn(GetItemRequest.class::isInstance)
                .allMatch(request -> ((GetItemRequest) request).consistentRead());
        assertThat(client.requests())
                .filteredOn(BatchGetItemRequest.class::isInstance)
                .allMatch(request -> ((BatchGetItemRequest) request)
                        .requestItems().values().stream().allMatch(keys -> keys.consistentRead()));
    }

    /** A takes a seq first, B commits first and is claimed, A commits: A has the seq behind B's. */
    @Test
    void transactionThatIsOvertakenGetsALaterSeq() {
        TestStore other = store.another(TestTable.client());
        PartitionLease lease = store.own();
        store.emit(message("before", "k"));
        store.complete(store.claim(lease, 10));
        client.before(TransactWriteItemsRequest.class, () -> {
            other.emit(message("b", "k"));
            assertThat(ids(store.claim(lease, 10))).containsExactly("b");
        });
        store.emit(message("a", "k"));
        store.backend().store().counts();
        assertThat(store.claim(lease, 10)).isEmpty(); // b is claimed
        assertThat(store.backend().store().queryPending(0, 10))
                .singleElement()
                .satisfies(record -> assertThat(record.seq()).isEqualTo(3));
    }

    /** A takes a seq and never commits: nobody waits for it. */
    @Test
    void transactionThatNeverCommitsLeavesNoGap() {
        client.refuse(TransactWriteItemsRequest.class, SdkClientException.create("no connection"));
        assertThatThrownBy(() -> store.emit(message("a", "k"))).isInstanceOf(OutboxStoreException.class);
        store.emit(message("b", "k"));
        assertThat(store.claim(store.own(), 10))
                .singleElement()
                .satisfies(record -> assertThat(record.seq()).isEqualTo(1));
    }
}
