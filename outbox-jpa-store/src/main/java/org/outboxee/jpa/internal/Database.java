package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.outboxee.OutboxConfigurationException;

/** The databases that the store knows, and the few things that differ between them. */
enum Database {
    H2("H2", "select cast(extract(epoch from current_timestamp) * 1000 as bigint)"),
    SQLITE("SQLite", "select cast((julianday('now') - 2440587.5) * 86400000 as integer)"),
    POSTGRESQL("PostgreSQL", "select cast(extract(epoch from clock_timestamp()) * 1000 as bigint)"),
    MARIADB("MariaDB", "select timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) div 1000"),
    MYSQL("MySQL", "select timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) div 1000");

    private final String product;
    private final String epochMillis;

    Database(String product, String epochMillis) {
        this.product = product;
        this.epochMillis = epochMillis;
    }

    /**
     * The database with this product name in its JDBC metadata.
     *
     * @throws OutboxConfigurationException if the store does not know it
     */
    static Database of(String productName) {
        return Arrays.stream(values())
                .filter(database -> database.product.equalsIgnoreCase(productName))
                .findFirst()
                .orElseThrow(() -> new OutboxConfigurationException(
                        "OUTBOX-03004",
                        "The database of the @OutboxUnit persistence unit is " + productName
                                + ", which the JPA store does not know; it knows " + known()
                                + ". Keep the outbox in a unit on one of these"));
    }

    private static String known() {
        return Arrays.stream(values()).map(database -> database.product).collect(Collectors.joining(", "));
    }

    /** A query for the database's clock in milliseconds since 1970-01-01 UTC, whatever the session's time zone. */
    String epochMillis() {
        return epochMillis;
    }

    /**
     * Whether one transaction at a time writes, and one that has read before may be refused to write: then whatever
     * writes at all has to write first.
     */
    boolean singleWriter() {
        return this == SQLITE;
    }

    /** Whether a change of a row that is missing locks the place where it would be, so that its insert waits. */
    boolean locksMissingRows() {
        return this == MARIADB || this == MYSQL;
    }

    /**
     * The collation that compares by bytes, on databases where columns have another one unless they say so; else
     * {@code null}.
     */
    @Nullable
    String collation() {
        return switch (this) {
            case MARIADB -> "utf8mb4_nopad_bin";
            case MYSQL -> "utf8mb4_0900_bin";
            case H2, SQLITE, POSTGRESQL -> null;
        };
    }

    /**
     * Begins a transaction of the store's own.
     *
     * <p>PostgreSQL keeps the plan of a prepared statement. One made while the table was empty reads the whole table,
     * and is kept until the table's statistics are next refreshed: with 4,000 pending records such a claim took more
     * than six seconds. No statement of the store's own is better off without an index. Nor is any better off with a
     * sort: statistics that know of no parked record yet have it read all of them and sort, for the oldest of one lane.
     * And with a bitmap it changes rows as they lie in the table, not in the order of their keys, in which everybody
     * locks them: claims and settlements became each other's deadlocks.
     *
     * <p>H2 keeps the last answer of a query and gives it again while the table is not marked as changed. It marks it
     * just before a commit, so that an answer from between the mark and the commit is given until the next change (84
     * times in 200,000 commits, H2 2.2.224). A transaction that may write marks the table again when it ends, also if
     * it changes nothing.
     */
    void prepare(EntityManager entities) {
        switch (this) {
            case POSTGRESQL ->
                entities.createNativeQuery(
                                "select set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true),"
                                        + " set_config('enable_bitmapscan', 'off', true)")
                        .getSingleResult();
            case H2 -> changeNothing(entities);
            case SQLITE, MARIADB, MYSQL -> {}
        }
    }

    /**
     * What {@link #prepare} does, as statements before another one that is sent with them, which saves their way there
     * and back; empty where the transaction has to be prepared by itself.
     */
    String preparation() {
        return this == POSTGRESQL
                ? "set local enable_seqscan = off; set local enable_sort = off; set local enable_bitmapscan = off; "
                : "";
    }

    /** Begins work that reads before it writes: a {@linkplain #singleWriter single writer} writes first. */
    void prepareToWrite(EntityManager entities) {
        if (singleWriter()) {
            changeNothing(entities);
        }
    }

    private static void changeNothing(EntityManager entities) {
        entities.createQuery("update OutboxRecord r set r.holding = r.holding where r.id = :none")
                .setParameter("none", -1L)
                .executeUpdate();
    }

    /**
     * What follows the table in a native statement that has a list of primary keys; see {@link #toChange} for what
     * would happen without.
     */
    String byPrimaryKey() {
        return switch (this) {
            case MARIADB, MYSQL -> " force index (primary)";
            case H2, SQLITE, POSTGRESQL -> "";
        };
    }

    /**
     * Cuts primary keys to lists by which one statement changes rows.
     *
     * <p>MariaDB and MySQL read a small table as a whole when they are given several keys, and an outbox is small most
     * of the time. At REPEATABLE READ that locks all rows and what comes after the last one: claims, settlements and
     * appends waited for each other, up to deadlocks. Given one key they lock one row.
     */
    <T> List<List<T>> toChange(List<T> keys) {
        return switch (this) {
            case MARIADB, MYSQL -> Chunks.of(keys, 1);
            case H2, SQLITE, POSTGRESQL -> Chunks.of(keys);
        };
    }

    /** The class path resource that creates the tables. */
    String script() {
        return "META-INF/outbox/schema/" + product.toLowerCase(Locale.ROOT) + "/V1__outbox.sql";
    }

    /** Whether a statement failed because a primary or unique key is taken. */
    boolean isUniqueViolation(Throwable failure) {
        return hasSqlException(failure, sql -> switch (this) {
            case H2, POSTGRESQL -> "23505".equals(sql.getSQLState());
            // SQLITE_CONSTRAINT; the driver reports the kind of constraint in the text only.
            case SQLITE ->
                (sql.getErrorCode() & 0xff) == 19
                        && String.valueOf(sql.getMessage()).contains("UNIQUE");
            case MARIADB, MYSQL -> sql.getErrorCode() == 1062;
        });
    }

    /**
     * Whether a statement failed because another transaction changed a row after this one had fixed what it sees:
     * instead of waiting for the row's newest version, which READ COMMITTED does.
     */
    boolean isIsolationConflict(Throwable failure) {
        return hasSqlException(failure, sql -> switch (this) {
            case POSTGRESQL -> "40001".equals(sql.getSQLState());
            // With innodb_snapshot_isolation only, the default from MariaDB 11.6.2 on.
            case MARIADB -> sql.getErrorCode() == 1020;
            case H2 -> sql.getErrorCode() == 90131;
            case SQLITE, MYSQL -> false;
        });
    }

    /**
     * Whether a transaction failed because of another one, so that it may succeed if it is run again: it was the victim
     * of a deadlock, or had an isolation conflict. Databases say this, to a statement or to a commit, of transactions
     * that they do not commit. False if the connection broke as well, which leaves open what became of a commit.
     */
    boolean isLostRace(Throwable failure) {
        boolean lost = isIsolationConflict(failure)
                || hasSqlException(failure, sql -> switch (this) {
                    case H2 -> sql.getErrorCode() == 40001;
                    // Waiting longer for the other writer, as after SQLITE_BUSY, would not help: what was read is old.
                    case SQLITE -> String.valueOf(sql.getMessage()).contains("[SQLITE_BUSY_SNAPSHOT]");
                    case POSTGRESQL -> "40P01".equals(sql.getSQLState());
                    case MARIADB, MYSQL -> sql.getErrorCode() == 1213;
                });
        return lost && !DatabaseTrouble.isUnreachable(failure);
    }

    private static boolean hasSqlException(Throwable failure, Predicate<SQLException> wanted) {
        return DatabaseTrouble.sqlExceptions(failure).anyMatch(wanted);
    }
}
