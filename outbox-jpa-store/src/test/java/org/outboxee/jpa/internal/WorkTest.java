package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.PersistenceException;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.outboxee.jpa.testing.Jta;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.TransactionRunner;

/** Which failures of the store's own transactions are tried again. {@link LostRacesTest} has them from databases. */
class WorkTest {

    private static final int ATTEMPTS = 10;
    private final SQLException deadlock = new SQLException("Deadlock detected", "40001", 40001);
    private final SQLException conflict = new SQLException("Concurrent update in table", "90131", 90131);
    private final SQLException broken = new SQLException("Connection is broken", "08006", 90067);

    private static TestUnit unit;

    private final AtomicInteger attempts = new AtomicInteger();

    @BeforeAll
    static void build() {
        unit = JpaHarness.unit(Provider.HIBERNATE, Kind.H2);
    }

    @AfterAll
    static void close() {
        unit.close();
    }

    @Test
    void aStatementThatLostARaceIsTriedAgainInANewTransaction() {
        assertThat(runFailingInWork(2, new PersistenceException(deadlock))).isEqualTo("done");
        assertThat(attempts).hasValue(3);
    }

    @Test
    void anIsolationConflictIsTriedAgainToo() {
        assertThat(runFailingInWork(1, new PersistenceException(conflict))).isEqualTo("done");
        assertThat(attempts).hasValue(2);
    }

    @Test
    void whatLosesAllRacesFailsInTheEnd() {
        assertThatThrownBy(() -> runFailingInWork(ATTEMPTS, new PersistenceException(deadlock)))
                .isInstanceOf(OutboxStoreException.class)
                .hasMessageStartingWith("OUTBOX-03001: The outbox store could not be tested; its transaction was rolled"
                        + " back. The database says: Deadlock detected");
        assertThat(attempts).hasValue(ATTEMPTS);
    }

    @ParameterizedTest
    @CsvSource({"Table not found, 42S02, 42102", "Timeout trying to lock table, HYT00, 50200"})
    void otherFailuresAreNotTriedAgain(String message, String state, int code) {
        SQLException failure = new SQLException(message, state, code);
        assertThatThrownBy(() -> runFailingInWork(1, new PersistenceException(failure)))
                .isInstanceOf(OutboxStoreException.class);
        assertThat(attempts).hasValue(1);
    }

    @Test
    void aCommitThatLostARaceIsTriedAgain() {
        RuntimeException rolledBack = new IllegalStateException("Could not commit");
        rolledBack.addSuppressed(new Exception("One phase commit failed", conflict));
        assertThat(runFailingAtCommit(1, rolledBack)).isEqualTo("done");
        assertThat(attempts).hasValue(2);
    }

    /** As the container's transactions report it. */
    @Test
    void aCommitThatLostARaceIsTriedAgainAlsoWhenItIsReportedAsAnExceptionOfTheOutbox() {
        OutboxStoreException reported = new OutboxStoreException("OUTBOX-00000", "could not commit", conflict);
        assertThat(runFailingAtCommit(1, reported)).isEqualTo("done");
        assertThat(attempts).hasValue(2);
        attempts.set(0);
        assertThatThrownBy(() -> runFailingAtCommit(ATTEMPTS, reported)).isSameAs(reported);
        assertThat(attempts).hasValue(ATTEMPTS);
    }

    @Test
    void aCommitWithoutAnAnswerIsNotTriedAgain() {
        assertThatThrownBy(() -> runFailingAtCommit(1, new IllegalStateException("Could not commit", broken)))
                .isInstanceOf(OutboxStoreException.class);
        assertThat(attempts).hasValue(1);
    }

    @Test
    void whereTheConnectionBrokeAsWellNothingIsTriedAgain() {
        RuntimeException failure = new IllegalStateException("Could not commit", deadlock);
        failure.addSuppressed(broken);
        assertThatThrownBy(() -> runFailingAtCommit(1, failure)).isInstanceOf(OutboxStoreException.class);
        assertThat(attempts).hasValue(1);
    }

    private String runFailingInWork(int times, RuntimeException failure) {
        return run(Jta::requireNew, () -> failFirst(times, failure));
    }

    private String runFailingAtCommit(int times, RuntimeException failure) {
        return run(
                new TransactionRunner() {
                    @Override
                    public <T> T requireNew(Supplier<T> work) {
                        T result = Jta.requireNew(work);
                        failFirst(times, failure);
                        return result;
                    }
                },
                () -> {});
    }

    private String run(TransactionRunner transactions, Runnable statement) {
        Work work = new Work(unit.factory(), transactions).on(Database.H2);
        return work.inNewTransaction("be tested", entities -> {
            attempts.incrementAndGet();
            statement.run();
            return "done";
        });
    }

    private void failFirst(int times, RuntimeException failure) {
        if (attempts.get() <= times) {
            throw failure;
        }
    }
}
