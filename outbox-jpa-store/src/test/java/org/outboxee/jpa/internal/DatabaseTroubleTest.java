package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is told of a database that fails. {@link RefusedWritesTest} has some of it from real ones. */
class DatabaseTroubleTest {

    @ParameterizedTest
    @CsvSource({
        "cannot execute UPDATE, 25006, 0, takes no writes",
        "running with the --read-only option, HY000, 1290, takes no writes",
        "InnoDB is in read only mode, HY000, 1836, takes no writes",
        "[SQLITE_READONLY_DBMOVED] moved,, 8, takes no writes",
        "The database is read only, 90097, 90097, takes no writes",
        "could not extend file, 53100, 0, has no room left",
        "The table is full, HY000, 1114, has no room left",
        "[SQLITE_FULL] full,, 13, has no room left",
        "[SQLITE_BUSY_SNAPSHOT] busy,, 5, transaction_mode=IMMEDIATE",
        "terminating connection, 57P01, 0, cannot be reached",
        "Connection was killed, 70100, 1927, cannot be reached",
        "Connection refused, 08001, 0, cannot be reached"
    })
    void knownOnesComeWithANextStep(String message, String state, int code, String advice) {
        assertThat(DatabaseTrouble.describe(
                        new IllegalStateException("The provider says nothing", new SQLException(message, state, code))))
                .startsWith("The database says: " + message + " (SQL state " + state + ", code " + code + "). ")
                .contains(advice);
    }

    @Test
    void otherOnesAreQuotedInOneLine() {
        assertThat(DatabaseTrouble.describe(new SQLException("no such column\n  Position: 3", "42703", 7)))
                .isEqualTo("The database says: no such column Position: 3 (SQL state 42703, code 7)");
    }

    @Test
    void reasonIsFoundWhereverItIsAttached() {
        SQLException batch = new BatchUpdateException("Batch failed", "HY000", 1, new int[0]);
        batch.setNextException(new SQLException("disk full", "53100"));
        RuntimeException rolledBack = new RuntimeException("Rolled back");
        rolledBack.addSuppressed(new IllegalStateException(batch));
        assertThat(DatabaseTrouble.describe(rolledBack)).startsWith("The database says: disk full (");
    }

    @Test
    void withoutWordsOfTheDatabaseTheExceptionIsNamed() {
        IllegalStateException cycle = new IllegalStateException("Nothing to see");
        cycle.addSuppressed(new IllegalArgumentException(cycle));
        assertThat(DatabaseTrouble.describe(cycle))
                .isEqualTo("The cause tells why: java.lang.IllegalStateException: Nothing to see");
    }
}
