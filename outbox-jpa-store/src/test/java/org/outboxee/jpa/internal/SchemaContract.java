package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxee.jpa.internal.TestStore.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.outboxee.OutboxConfigurationException;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;

/** How a store opens: what it says about tables that are incomplete, and that it can create them. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class SchemaContract {

    private final Provider provider;
    private final Kind kind;
    TestUnit unit;

    SchemaContract(Provider provider, Kind kind) {
        this.provider = provider;
        this.kind = kind;
    }

    @BeforeAll
    void buildUnit() {
        unit = new TestUnit(provider, kind, 20);
    }

    @AfterAll
    void closeUnit() {
        unit.close();
    }

    @BeforeEach
    void dropTables() {
        for (String table : List.of("outbox_record", "outbox_counter", "outbox_partition", "outbox_node")) {
            unit.database().execute("drop table if exists " + table);
        }
    }

    private String dropIndex(String name) {
        return "drop index " + name + (kind == Kind.MARIADB ? " on outbox_record" : "");
    }

    void createTables() {
        TestStore.create(unit).close();
    }

    AbstractThrowableAssert<?, ? extends Throwable> assertRefused() {
        return assertThatThrownBy(() -> TestStore.open(unit)).isInstanceOf(OutboxConfigurationException.class);
    }

    @Test
    void missingTablesAreAllNamedWithTheScriptThatCreatesThem() {
        assertRefused()
                .hasMessageStartingWith("OUTBOX-03005: ")
                .hasMessageContaining(
                        "missing: table outbox_partition; table outbox_counter; table outbox_node; table outbox_record.")
                .hasMessageContaining(
                        "META-INF/outbox/schema/" + kind.name().toLowerCase(Locale.ROOT) + "/V1__outbox.sql")
                .hasMessageContaining("outbox.jpa.schema=create");
    }

    @Test
    void createdTablesAreComplete() {
        createTables();
        try (TestStore store = TestStore.open(unit)) {
            store.commit(message("m1", "key"));
            assertThat(store.pending()).containsExactly("m1");
        }
    }

    @Test
    void creatingTwiceIsHarmless() {
        try (TestStore store = TestStore.create(unit)) {
            store.commit(message("m1", "key"));
        }
        try (TestStore store = TestStore.create(unit)) {
            assertThat(store.pending()).containsExactly("m1");
        }
    }

    @Test
    void creatingAddsWhatAnAbortedScriptLeftOut() {
        createTables();
        unit.database().execute("drop table outbox_counter", dropIndex("outbox_record_lane_ix"));
        unit.database().execute("delete from outbox_partition");
        createTables();
        TestStore.open(unit).close();
    }

    @Test
    void missingTableIsNamed() {
        createTables();
        unit.database().execute("drop table outbox_counter");
        assertRefused().hasMessageContaining("missing: table outbox_counter.");
    }

    @Test
    void missingColumnsAreNamed() {
        createTables();
        unit.database()
                .execute(
                        "alter table outbox_record drop column last_error",
                        "alter table outbox_partition drop column claims");
        assertRefused()
                .hasMessageContaining("missing: column claims of table outbox_partition;"
                        + " column last_error of table outbox_record.");
    }

    @Test
    void missingIndexesAreNamed() {
        createTables();
        unit.database().execute(dropIndex("outbox_record_claim_ix"), dropIndex("outbox_record_lane_ix"));
        assertRefused()
                .hasMessageContaining("missing: index (partition_id, state, sort_at, seq) on table outbox_record;"
                        + " index (partition_id, binding, ordering_key, state, seq) on table outbox_record.");
    }

    @Test
    void indexOfAnotherNameIsAsGood() {
        createTables();
        unit.database()
                .execute(
                        dropIndex("outbox_record_claim_ix"),
                        "create index mine on outbox_record (partition_id, state, sort_at, seq, available_at)");
        TestStore.open(unit).close();
    }

    @Test
    void indexThatIsNotUniqueDoesNotReplaceAConstraint() {
        createTables();
        unit.database()
                .execute(
                        "drop table outbox_partition",
                        "create table outbox_partition (id integer not null primary key, outbox_name varchar(100),"
                                + " partition_no integer, owner varchar(100), claim_version bigint, claims bigint)",
                        "create index mine on outbox_partition (outbox_name, partition_no)");
        assertRefused()
                .hasMessageContaining(
                        "missing: unique constraint (outbox_name, partition_no) on table outbox_partition.");
    }

    @Test
    void anotherNumberOfPartitionsIsRefusedWithTheWayOut() {
        createTables();
        assertThatThrownBy(() -> TestStore.open(unit, "test", 7))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageStartingWith("OUTBOX-03006: outbox.partitions is 7, but outbox test was created with 4")
                .hasMessageContaining("Set outbox.partitions=4.")
                .hasMessageContaining("To change the number,");
    }

    @Test
    void outboxesOfOneTableHavePartitionsOfTheirOwn() {
        createTables();
        try (TestStore one = TestStore.open(unit);
                TestStore other = TestStore.open(unit, "other", 7)) {
            one.commit(message("m1", "key"));
            other.commit(message("m1", "key"));
            assertThat(one.backend.store().counts().pending()).isEqualTo(1);
            assertThat(other.backend.store().counts().pending()).isEqualTo(1);
        }
    }

    @Test
    void nodesThatOpenAnEmptySchemaAtOnceAgree() {
        List<TestStore> stores = atOnce(4, node -> TestStore.create(unit));
        for (TestStore store : stores) {
            store.commit(message("m" + stores.indexOf(store), "key"), message("n" + stores.indexOf(store), null));
        }
        assertThat(stores.get(0).pending()).hasSize(8);
        stores.forEach(TestStore::close);
        TestStore.open(unit).close();
    }

    @Test
    void outboxesThatAreCreatedAtOnceDoNotGetInEachOthersWay() {
        createTables();
        List<TestStore> stores = atOnce(4, node -> TestStore.open(unit, "outbox" + node, 4 + node));
        for (TestStore store : stores) {
            store.commit(message("m1", "key"));
        }
        assertThat(stores)
                .allSatisfy(store ->
                        assertThat(store.backend.store().counts().pending()).isEqualTo(1));
        stores.forEach(TestStore::close);
    }

    private static List<TestStore> atOnce(int count, IntFunction<TestStore> open) {
        CyclicBarrier start = new CyclicBarrier(count);
        List<CompletableFuture<TestStore>> opening = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int node = i;
            opening.add(CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            start.await(60, TimeUnit.SECONDS);
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                        return open.apply(node);
                    },
                    task -> new Thread(task).start()));
        }
        return opening.stream().map(CompletableFuture::join).toList();
    }
}
