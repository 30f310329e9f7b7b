package org.outboxee.jpa.internal;

import static org.outboxee.jpa.internal.TestStore.message;

import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.outboxee.jpa.testing.Jta;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;
import org.outboxee.spi.PartitionLease;

/**
 * A store of one partition, and in it a lane, written as the states of its records, oldest first; those with a star
 * hold what is parked.
 */
@Timeout(120)
abstract class LaneFixture {

    final TestUnit unit = JpaHarness.unit(Provider.HIBERNATE, Kind.H2);
    final TestStore store = TestStore.open(unit, "test", 1);
    final Work work = new Work(unit.factory(), Jta::requireNew).on(Database.H2);
    PartitionLease lease;

    @BeforeEach
    void acquire() {
        store.awaitBackground();
        lease = store.acquire(0);
    }

    @AfterEach
    void close() {
        store.close();
        unit.close();
    }

    /** The message ids of what a claim gets. */
    List<String> claimed(PartitionLease by) {
        return store.claim(by, 10).stream()
                .map(record -> record.id().messageId())
                .toList();
    }

    /** Appends a lane and puts its records into these states. */
    void lane(String... states) {
        for (int i = 1; i <= states.length; i++) {
            store.commit(message("m" + i, "a"));
            unit.database().execute("update outbox_record set state = '" + states[i - 1] + "' where id = " + id(i));
        }
    }

    /** All records as they are now. */
    List<String> lane() {
        return unit.database()
                .query("select state || case when holding > 0 then '*' else '' end from outbox_record order by seq");
    }

    void inTransaction(Consumer<EntityManager> operation) {
        work.inNewTransaction("be tested", entities -> {
            operation.accept(entities);
            return "done";
        });
    }

    /** The lane's. */
    LaneKey key() {
        return new LaneKey(
                Integer.parseInt(
                        unit.database().query("select id from outbox_partition").get(0)),
                "default",
                "a");
    }

    /** The row id of a record, counted from 1. */
    long id(int number) {
        return Long.parseLong(unit.database()
                .query("select id from outbox_record where message_id = 'm" + number + "'")
                .get(0));
    }
}
