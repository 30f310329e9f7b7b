package org.outboxee.dynamo.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.outboxee.spi.Availability;
import org.outboxee.spi.Claim;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.Retention;
import org.outboxee.spi.Settlement;
import org.outboxee.spi.StoreContext;
import org.outboxee.spi.Ticker;
import org.outboxee.spi.TransactionRunner;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A store of one partition on a client of the test's choice, and what an application and a relay do with it. */
final class TestStore implements AutoCloseable {

    static final Duration LEASE = Duration.ofMinutes(10);

    private static final AtomicInteger OUTBOXES = new AtomicInteger();
    private static final TransactionRunner DIRECTLY = new TransactionRunner() {
        @Override
        public <T> T requireNew(Supplier<T> work) {
            return work.get();
        }
    };

    private final String layout;
    private final String outbox;
    private final DynamoBackend backend;
    private Duration offset = Duration.ZERO;

    private TestStore(String layout, String outbox, DynamoDbClient client) {
        this.layout = layout;
        this.outbox = outbox;
        InstantSource clock = () -> Instant.now().plus(offset);
        backend = DynamoBackend.open(client, context(Retention.NONE), clock, () -> {});
    }

    /** A new outbox. */
    static TestStore open(String layout, DynamoDbClient client) {
        return new TestStore(layout, "test-" + System.nanoTime() + "-" + OUTBOXES.incrementAndGet(), client);
    }

    /** Another node of the same outbox. */
    TestStore another(DynamoDbClient client) {
        return new TestStore(layout, outbox, client);
    }

    private StoreContext context(Retention retention) {
        Map<String, String> settings = Map.of(
                "outbox.dynamodb.table",
                TestTable.of(layout),
                "outbox.dynamodb.schema",
                "create",
                "outbox.dynamodb.layout",
                layout);
        return new StoreContext(
                outbox,
                1,
                DIRECTLY,
                Runnable::run,
                () -> List.of(0),
                Ticker.SYSTEM,
                retention,
                key -> Optional.ofNullable(settings.get(key)));
    }

    DynamoBackend backend() {
        return backend;
    }

    String pk() {
        return new Keys(outbox).partition(0);
    }

    void advance(Duration duration) {
        offset = offset.plus(duration);
    }

    static OutboxMessage message(String id, @Nullable String key, byte[] payload, boolean chosen) {
        return new OutboxMessage(
                id, "test.message", key, payload, Map.of(), new Availability.Now(), Set.of("default"), chosen);
    }

    static OutboxMessage message(String id, @Nullable String key) {
        return message(id, key, "{}".getBytes(UTF_8), false);
    }

    /** Writes messages in one transaction. */
    void emit(OutboxMessage... messages) {
        AppendUnit unit = backend.begin(List.of());
        Arrays.asList(messages).forEach(unit::add);
        unit.commit();
    }

    PartitionLease own() {
        return backend.leases().acquire(List.of(0), "node").get(0);
    }

    List<ClaimedRecord> claim(PartitionLease lease, int limit) {
        return claimWithHint(lease, limit).records();
    }

    Claim claimWithHint(PartitionLease lease, int limit) {
        return backend.store().claim(lease, limit, LEASE);
    }

    int complete(List<ClaimedRecord> records) {
        List<Settlement> settlements = new ArrayList<>();
        records.forEach(record -> settlements.add(new Settlement.Completed(record)));
        return backend.store().settle(settlements).applied();
    }

    static List<String> ids(List<ClaimedRecord> records) {
        return records.stream().map(record -> record.id().messageId()).toList();
    }

    @Override
    public void close() {
        backend.close();
    }
}
