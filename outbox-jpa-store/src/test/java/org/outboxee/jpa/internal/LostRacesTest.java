package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.outboxee.jpa.internal.TestStore.message;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxee.jpa.testing.Jta;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.Partitions;
import org.outboxee.spi.SettleResult;
import org.outboxee.spi.Settlement.Completed;

/** Where the database rolls back a transaction of the store in favour of another one, its caller sees nothing of it. */
@Timeout(120)
class LostRacesTest {

    private static final int PARTITION = Partitions.forKey("a", TestStore.PARTITIONS);

    /** How a transaction fixes what it sees, as its first statement or the setting of its session. */
    private enum Level {
        REPEATABLE_READ(Kind.POSTGRESQL, "set transaction isolation level repeatable read"),
        SERIALIZABLE(Kind.POSTGRESQL, "set transaction isolation level serializable"),
        SNAPSHOT(Kind.MARIADB, "set innodb_snapshot_isolation = on"),
        H2_REPEATABLE_READ(Kind.H2, "set session characteristics as transaction isolation level repeatable read"),
        /** There is no other. */
        WRITE_AHEAD_LOG(Kind.SQLITE, "select 1");

        private final Kind kind;
        private final String sql;

        Level(Kind kind, String sql) {
            this.kind = kind;
            this.sql = sql;
        }
    }

    private final AtomicInteger attempts = new AtomicInteger();
    private TestUnit unit;
    private TestStore store;
    private PartitionLease lease;

    /** A store with two records of one lane. */
    private void open(Provider provider, Kind kind) {
        unit = JpaHarness.unit(provider, kind);
        store = TestStore.open(unit);
        store.awaitBackground();
        store.commit(message("m1", "a"), message("m2", "a"));
        lease = store.acquire(PARTITION);
    }

    @AfterEach
    void close() {
        store.close();
        unit.close();
    }

    @ParameterizedTest
    @EnumSource
    void aClaimThatWouldOverwriteWhatItHasNotSeenIsTriedAgain(Level level) {
        open(Provider.HIBERNATE, level.kind);
        store.around(claim -> {
            execute(level.sql, "select claims from outbox_partition");
            if (attempts.incrementAndGet() == 1) {
                Jta.commit(() -> execute("update outbox_partition set claims = claims + 1"));
            }
            claim.run();
        });

        assertThat(store.claim(lease, 10))
                .extracting(record -> record.id().messageId())
                .containsExactly("m1", "m2");
        assertThat(attempts).hasValue(2);
    }

    /** Each reads what the other one writes: only one may commit, and this one learns of it from its commit. */
    @Test
    void aTransactionThatTheCommitRefusesIsTriedAgain() {
        open(Provider.HIBERNATE, Kind.POSTGRESQL);
        String serializable = Level.SERIALIZABLE.sql;
        String read = "select sum(claims) from outbox_partition";

        store.around(claim -> {
            execute(serializable, read);
            claim.run();
            if (attempts.incrementAndGet() == 1) {
                Jta.commit(() -> execute(
                        serializable,
                        read,
                        "update outbox_partition set claims = claims + 1 where partition_no <> " + PARTITION));
            }
        });
        assertThat(store.claim(lease, 10)).hasSize(2);
        assertThat(attempts).hasValue(2);
    }

    /** The settlement has the first record and wants the second one, another transaction the other way round. */
    @ParameterizedTest
    @CsvSource({"HIBERNATE,H2", "HIBERNATE,POSTGRESQL", "ECLIPSELINK,POSTGRESQL", "HIBERNATE,MARIADB"})
    void aSettlementThatIsTheVictimOfADeadlockIsTriedAgain(Provider provider, Kind kind) throws Exception {
        open(provider, kind);
        List<ClaimedRecord> claimed = store.claim(lease, 10);
        CountDownLatch hasSecond = new CountDownLatch(1);
        CountDownLatch settlementHasFirst = new CountDownLatch(1);
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> Jta.commit(() -> {
            execute(beTheLastToGiveUp(kind));
            execute(touch(claimed.get(1)));
            hasSecond.countDown();
            pass(settlementHasFirst);
            execute(touch(claimed.get(0)));
        }));
        store.around(settlement -> {
            if (attempts.incrementAndGet() == 1) {
                pass(hasSecond);
                execute(touch(claimed.get(0)));
                settlementHasFirst.countDown();
                awaitBlocked(kind);
            } else {
                // Else both might meet in the same way once more.
                other.join();
            }
            settlement.run();
        });

        SettleResult result = store.backend
                .store()
                .settle(claimed.stream().map(Completed::new).toList());

        other.get(60, TimeUnit.SECONDS);
        assertThat(result).isEqualTo(new SettleResult(2, 0));
        assertThat(attempts).hasValue(2);
        assertThat(unit.database().query("select message_id from outbox_record"))
                .isEmpty();
    }

    private static String touch(ClaimedRecord record) {
        return "update outbox_record set crashes = crashes + 1 where id = " + RowHandle.idOf(record);
    }

    /** H2 stops whoever closes the circle, PostgreSQL who finds it first, MariaDB who has changed less. */
    private static String[] beTheLastToGiveUp(Kind kind) {
        return switch (kind) {
            case POSTGRESQL -> new String[] {"set local deadlock_timeout = '1h'"};
            case MARIADB ->
                new String[] {
                    "update outbox_counter set last_created = last_created + 1",
                    "update outbox_partition set claims = claims + 1"
                };
            case H2, SQLITE -> new String[0];
        };
    }

    /** Until some transaction waits for another one. */
    private void awaitBlocked(Kind kind) {
        String blocked = switch (kind) {
            case POSTGRESQL -> "select pid from pg_locks where not granted";
            case MARIADB -> "select trx_id from information_schema.innodb_trx where trx_state = 'LOCK WAIT'";
            case H2 -> "select session_id from information_schema.sessions where blocker_id is not null";
            case SQLITE -> throw new IllegalArgumentException("Has no deadlocks");
        };
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(() ->
                        !Jta.requireNew(() -> unit.database().query(blocked)).isEmpty());
    }

    private void execute(String... statements) {
        unit.database().execute(statements);
    }

    private static void pass(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
