package org.outboxee.tck;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.outboxee.admin.RecordId;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Failure;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.Partitions;
import org.outboxee.spi.PendingRecord;
import org.outboxee.spi.Retention;
import org.outboxee.spi.Settlement.Completed;
import org.outboxee.spi.Settlement.Dead;
import org.outboxee.spi.Settlement.Failed;
import org.outboxee.spi.Settlement.Released;

/**
 * What all topics of the contract share: for each test a harness on empty storage and a node of an outbox with
 * {@value #PARTITIONS} partitions, of which it owns partition {@value #PARTITION}, where most tests work.
 */
public abstract class StoreContract {

    static final String OUTBOX = "tck";
    static final int PARTITIONS = 4;
    static final int PARTITION = 1;

    /** Ordering keys of partition {@value #PARTITION}. */
    static final String A = keyIn(PARTITION, "a");

    static final String B = keyIn(PARTITION, "b");
    static final String C = keyIn(PARTITION, "c");

    static final Duration HOUR = Duration.ofHours(1);
    static final Failure FAILURE = new Failure("java.lang.IllegalStateException: no");

    final Threads threads = new Threads();
    private final List<Node> nodes = new ArrayList<>();
    StoreHarness harness;
    Node node;

    /** Only for the classes of this package; a store's tests extend one of those. */
    StoreContract() {}

    /** A harness on empty storage; closed after the test. */
    protected abstract StoreHarness newHarness();

    @BeforeEach
    void openStore() {
        harness = newHarness();
        node = start(OUTBOX, PARTITIONS);
        node.owns(PARTITION);
    }

    @AfterEach
    void closeStore() {
        threads.close();
        nodes.forEach(Node::close);
        harness.close();
    }

    /** Starts a node that keeps nothing of delivered records, and is closed after the test. */
    Node start(String outboxName, int partitions) {
        return start(outboxName, partitions, Retention.NONE);
    }

    /** Starts a node that is closed after the test. */
    Node start(String outboxName, int partitions, Retention retention) {
        Node started = Node.start(harness, outboxName, partitions, retention);
        nodes.add(started);
        return started;
    }

    /** Moves the store's clock so that what is emitted next is younger. */
    void tick() {
        harness.advance(Duration.ofSeconds(1));
    }

    /** Emits each message in a transaction of its own, each younger than the one before. */
    void emitInTurn(TestMessage... messages) {
        for (TestMessage message : messages) {
            node.emit(message);
            tick();
        }
    }

    /** Emits messages in as few transactions as the store allows. */
    void emitMany(List<TestMessage> messages) {
        int most = harness.capabilities().messagesPerTransaction();
        for (int from = 0; from < messages.size(); from += most) {
            int to = (int) Math.min(messages.size(), (long) from + most);
            node.emit(messages.subList(from, to).toArray(TestMessage[]::new));
            if (to == messages.size()) {
                return;
            }
        }
    }

    /** Takes {@link #PARTITION} over. */
    PartitionLease own() {
        return node.acquire(PARTITION, "node-1");
    }

    List<ClaimedRecord> claim(PartitionLease lease) {
        return node.claim(lease, 100);
    }

    /** Claims until nothing is left: a claim may return less than it was asked for. */
    List<ClaimedRecord> claimEverything(PartitionLease lease) {
        List<ClaimedRecord> all = new ArrayList<>();
        for (List<ClaimedRecord> some = claim(lease); !some.isEmpty(); some = claim(lease)) {
            all.addAll(some);
        }
        return all;
    }

    /** Lets the clock pass the end of every claim made so far. */
    void expireClaims() {
        harness.advance(Node.LEASE.plusSeconds(1));
    }

    long pending() {
        return node.store().counts().pending();
    }

    long claimed() {
        return node.store().counts().claimed();
    }

    long dead() {
        return node.store().counts().dead();
    }

    List<String> previewed() {
        return node.store().queryPending(PARTITION, 1000).stream()
                .map(PendingRecord::id)
                .map(RecordId::messageId)
                .toList();
    }

    static List<String> ids(List<ClaimedRecord> records) {
        return records.stream().map(record -> record.id().messageId()).toList();
    }

    static RecordId recordId(String messageId) {
        return new RecordId(messageId, TestMessage.BINDING);
    }

    static Completed completed(ClaimedRecord record) {
        return new Completed(record);
    }

    static Failed failed(ClaimedRecord record, Duration retryAfter) {
        return new Failed(record, retryAfter, FAILURE);
    }

    static Dead dead(ClaimedRecord record) {
        return new Dead(record, record.attempts() + 1, FAILURE);
    }

    static Released released(ClaimedRecord record, Duration delay) {
        return new Released(record, delay);
    }

    /** The first key with this prefix that belongs to a partition. */
    static String keyIn(int partition, String prefix) {
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> prefix + i)
                .filter(key -> Partitions.forKey(key, PARTITIONS) == partition)
                .findFirst()
                .orElseThrow();
    }
}
