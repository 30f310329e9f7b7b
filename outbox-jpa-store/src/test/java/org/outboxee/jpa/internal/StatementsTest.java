package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxee.jpa.internal.TestStore.message;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Failure;
import org.outboxee.spi.NodeInfo;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.Partitions;
import org.outboxee.spi.Settlement.Completed;
import org.outboxee.spi.Settlement.Failed;

/** What each step says to the database, and in which order: a lock is taken by the first statement that needs it. */
class StatementsTest {

    private static final Pattern BEGIN =
            Pattern.compile("update outbox_record (\\w+ )?set holding ?= ?(\\w+\\.)?holding where .*");

    private static final Pattern STATEMENT = Pattern.compile(
            "(select|update|delete|insert)\\b.*?\\b(outbox_record|outbox_counter|outbox_partition|outbox_node)\\b.*",
            Pattern.DOTALL);

    private TestUnit unit;
    private TestStore store;

    private void open(Provider provider, Kind kind) {
        unit = new TestUnit(provider, kind, 5);
        store = TestStore.create(unit);
    }

    @AfterEach
    void close() {
        store.close();
        unit.close();
    }

    @ParameterizedTest
    @EnumSource
    void appendLooksForDuplicatesThenLocksEachCounterThenInserts(Provider provider) {
        open(provider, Kind.H2);
        unit.database().dataSource().clear();
        store.commit(
                message("m1", "a"),
                message("m2", keyOfAnotherPartitionThan("a")),
                message("m3", "a"),
                message("m4", null));
        assertThat(statements())
                .containsExactly(
                        "select outbox_record",
                        "update outbox_counter",
                        "select outbox_counter",
                        "update outbox_counter",
                        "select outbox_counter",
                        "insert outbox_record",
                        "insert outbox_record",
                        "insert outbox_record",
                        "insert outbox_record");
    }

    @Test
    void appendToASingleWriterWritesFirst() {
        open(Provider.HIBERNATE, Kind.SQLITE);
        unit.database().dataSource().clear();
        store.commit(message("m1", "a"));
        assertThat(statements())
                .containsExactly(
                        "update outbox_counter",
                        "select outbox_counter",
                        "select outbox_record",
                        "insert outbox_record");
    }

    @ParameterizedTest
    @EnumSource
    void claimLocksFirst(Provider provider) {
        open(provider, Kind.H2);
        store.commit(message("m1", "a"), message("m2", "a"), message("m3", "a"));
        PartitionLease lease = store.acquire(partition("a"));
        unit.database().dataSource().clear();
        assertThat(store.claim(lease, 2)).hasSize(2);
        assertThat(statements())
                .as("the first claim of a lease looks for claims of former owners")
                .containsExactly(
                        "update outbox_partition",
                        "select outbox_record",
                        "select outbox_record",
                        "select outbox_record",
                        "select outbox_record",
                        "select outbox_record",
                        "update outbox_record");
        unit.database().dataSource().clear();
        store.claim(lease, 2);
        assertThat(statements())
                .as("later ones need not, and this one found its lane taken")
                .containsExactly(
                        "update outbox_partition",
                        "select outbox_record",
                        "select outbox_record",
                        "select outbox_record");
        unit.database().dataSource().clear();
        store.claim(lease, 0);
        assertThat(statements()).containsExactly("update outbox_partition");
    }

    @ParameterizedTest
    @EnumSource
    void claimOfRecordsWithoutAKeyLooksAtNoLane(Provider provider) {
        open(provider, Kind.H2);
        store.commit(message("m1", null));
        List<PartitionLease> leases = store.backend.leases().acquire(List.of(0, 1, 2, 3), "owner");
        PartitionLease lease = leases.get(store.backend
                .store()
                .partitionsWithWork(List.of(0, 1, 2, 3))
                .iterator()
                .next());
        unit.database().dataSource().clear();
        assertThat(store.claim(lease, 2)).hasSize(1);
        assertThat(statements())
                .as("what is due, candidates, the stamp")
                .containsExactly(
                        "update outbox_partition",
                        "select outbox_record",
                        "select outbox_record",
                        "select outbox_record",
                        "update outbox_record");
    }

    @ParameterizedTest
    @EnumSource
    void settleDeletesWhatIsDeliveredInOneStatement(Provider provider) {
        open(provider, Kind.H2);
        store.commit(message("m1", "a"), message("m2", "a"), message("m3", "a"));
        List<ClaimedRecord> records = store.claim(store.acquire(partition("a")), 10);
        unit.database().dataSource().clear();
        store.backend.store().settle(records.stream().map(Completed::new).toList());
        assertThat(statements()).containsExactly("delete outbox_record");
    }

    @ParameterizedTest
    @EnumSource
    void settleWritesAFailedHeadAndReleasesItsTail(Provider provider) {
        open(provider, Kind.H2);
        store.commit(message("m1", "a"), message("m2", "a"), message("m3", "a"));
        List<ClaimedRecord> records = store.claim(store.acquire(partition("a")), 10);
        unit.database().dataSource().clear();
        store.backend.store().settle(List.of(new Failed(records.get(0), Duration.ofMinutes(1), new Failure("no"))));
        assertThat(statements())
                .containsExactly("update outbox_record", "select outbox_record", "update outbox_record");
    }

    @ParameterizedTest
    @EnumSource
    void lookingForWorkIsOneRead(Provider provider) {
        open(provider, Kind.H2);
        unit.database().dataSource().clear();
        store.backend.store().partitionsWithWork(List.of(0, 1, 2, 3));
        assertThat(statements()).containsExactly("select outbox_partition");
    }

    @ParameterizedTest
    @EnumSource
    void heartbeatIsOneUpdateOfTheNodesOwnRow(Provider provider) {
        open(provider, Kind.H2);
        NodeInfo node = new NodeInfo(
                "node", Duration.ofSeconds(15), Duration.ofSeconds(36), false, Optional.of(Map.of("a", Set.of("b"))));
        unit.database().dataSource().clear();
        store.backend.leases().beat(node, 1);
        assertThat(statements())
                .as("the first one adds the row")
                .containsExactly("update outbox_node", "select outbox_node", "insert outbox_node");
        unit.database().dataSource().clear();
        store.backend.leases().beat(node, 2);
        assertThat(statements()).containsExactly("update outbox_node");
    }

    @ParameterizedTest
    @EnumSource
    void lookIsTwoReadsHoweverManyPartitionsAndNodesThereAre(Provider provider) {
        open(provider, Kind.H2);
        try (TestStore large = TestStore.open(unit, "large", 1024)) {
            for (int i = 0; i < 20; i++) {
                large.backend
                        .leases()
                        .beat(
                                new NodeInfo(
                                        "node " + i,
                                        Duration.ofSeconds(15),
                                        Duration.ofSeconds(36),
                                        false,
                                        Optional.empty()),
                                1);
            }
            unit.database().dataSource().clear();
            assertThat(large.backend.leases().look().partitions()).hasSize(1024);
            assertThat(statements()).containsExactly("select outbox_partition", "select outbox_node");
        }
    }

    private static int partition(String key) {
        return Partitions.forKey(key, TestStore.PARTITIONS);
    }

    private static String keyOfAnotherPartitionThan(String key) {
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(Integer::toString)
                .filter(other -> partition(other) != partition(key))
                .findFirst()
                .orElseThrow();
    }

    /** All but what each transaction begins with on H2. */
    private List<String> statements() {
        return unit.database().dataSource().statementsOfThisThread().stream()
                .filter(sql -> !BEGIN.matcher(sql.toLowerCase(Locale.ROOT)).matches())
                .map(StatementsTest::gist)
                .toList();
    }

    private static String gist(String sql) {
        Matcher matcher = STATEMENT.matcher(sql.toLowerCase(Locale.ROOT));
        assertThat(matcher.matches()).as(sql).isTrue();
        return matcher.group(1) + " " + matcher.group(2);
    }
}
