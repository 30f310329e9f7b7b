package org.outboxee.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.outboxee.DuplicateMessageException;
import org.outboxee.EmitOptions;
import org.outboxee.InvalidMessageException;
import org.outboxee.dynamo.internal.OutboxFixture;
import org.outboxee.spi.Availability;
import org.outboxee.spi.MessageFactory;
import org.outboxee.spi.OutboxMessage;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

class DynamoOutboxTest {

    private final OutboxFixture fixture = new OutboxFixture();
    private final List<Set<Integer>> wakeUps = new ArrayList<>();
    private DynamoOutbox outbox;

    @BeforeEach
    void open() {
        outbox = new DynamoOutbox(fixture::backend, new Factory());
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void messageIsWrittenWithWhatTheApplicationWrites() {
        String order = "order-" + UUID.randomUUID();
        DynamoTransaction transaction = outbox.inTransact(actions(put(order)));
        transaction.emit("order.placed", "payload", EmitOptions.key("customer"));
        assertThat(fixture.pending()).isZero();
        assertThat(wakeUps).isEmpty();
        transaction.commit();
        assertThat(fixture.pending()).isEqualTo(1);
        assertThat(fixture.has(order)).isTrue();
        assertThat(wakeUps).containsExactly(Set.of(0));
    }

    @Test
    void messageIsNotWrittenIfAConditionOfTheApplicationDoesNotHold() {
        String order = "order-" + UUID.randomUUID();
        outbox.inTransact(actions(put(order))).commit();
        wakeUps.clear();
        DynamoTransaction again = outbox.inTransact(actions(put(order)));
        again.emit("order.placed", "payload");
        assertThatThrownBy(again::commit)
                .isInstanceOfSatisfying(
                        TransactionCanceledException.class,
                        e -> assertThat(e.cancellationReasons())
                                .singleElement()
                                .satisfies(reason -> assertThat(reason.code()).isEqualTo("ConditionalCheckFailed")));
        assertThat(fixture.pending()).isZero();
        assertThat(wakeUps).isEmpty();
    }

    @Test
    void moreActionsThanATransactionMayHaveAreRefusedByTheEmit() {
        DynamoTransaction transaction = outbox.inTransact(actions(put("order-" + UUID.randomUUID())));
        for (int i = 0; i < 98; i++) {
            transaction.emit("order.placed", "payload", EmitOptions.key("customer"));
        }
        assertThatThrownBy(() -> transaction.emit("order.placed", "payload", EmitOptions.key("customer")))
                .isInstanceOf(InvalidMessageException.class)
                .hasMessageStartingWith("OUTBOX-06010")
                .hasMessageContaining("101 actions");
        transaction.commit();
        assertThat(fixture.pending()).isEqualTo(98);
    }

    @Test
    void moreBytesThanATransactionMayHaveAreRefusedByTheEmit() {
        DynamoTransaction transaction = outbox.inTransact(actions());
        String large = "x".repeat(250_000);
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 20; i++) {
                        transaction.emit("order.placed", large);
                    }
                })
                .isInstanceOf(InvalidMessageException.class)
                .hasMessageStartingWith("OUTBOX-06011");
    }

    @Test
    void idThatIsTakenMeanwhileWritesNothing() {
        EmitOptions id = EmitOptions.none().withId("chosen");
        DynamoTransaction first = outbox.inTransact(actions());
        DynamoTransaction second = outbox.inTransact(actions());
        first.emit("order.placed", "payload", id);
        second.emit("order.placed", "payload", id);
        first.commit();
        assertThatThrownBy(second::commit).isInstanceOf(DuplicateMessageException.class);
        assertThat(fixture.pending()).isEqualTo(1);
    }

    @Test
    void transactionIsCommittedOnce() {
        DynamoTransaction transaction = outbox.inTransact(actions());
        transaction.commit();
        assertThatThrownBy(transaction::commit).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> transaction.emit("order.placed", "payload")).isInstanceOf(IllegalStateException.class);
    }

    private static TransactWriteItemsRequest.Builder actions(TransactWriteItem... actions) {
        return TransactWriteItemsRequest.builder().transactItems(actions);
    }

    private TransactWriteItem put(String order) {
        return TransactWriteItem.builder()
                .put(Put.builder()
                        .tableName(fixture.table())
                        .item(Map.of("pk", AttributeValue.fromS(order), "sk", AttributeValue.fromS("order")))
                        .conditionExpression("attribute_not_exists(pk)")
                        .build())
                .build();
    }

    /** What the extension does, with texts as payloads. */
    private final class Factory implements MessageFactory {

        @Override
        public OutboxMessage create(String name, Object payload, EmitOptions options) {
            return new OutboxMessage(
                    options.id().orElseGet(() -> UUID.randomUUID().toString()),
                    name,
                    options.key().orElse(null),
                    payload.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8),
                    Map.of(),
                    new Availability.Now(),
                    Set.of("default"),
                    options.id().isPresent());
        }

        @Override
        public void committed(List<OutboxMessage> messages, Set<Integer> partitions) {
            wakeUps.add(partitions);
        }
    }
}
