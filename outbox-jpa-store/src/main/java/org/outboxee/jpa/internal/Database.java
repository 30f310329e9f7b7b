package org.outboxee.jpa.internal;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;
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
     * A query that the store's own transactions begin with, {@code null} for none.
     *
     * <p>PostgreSQL keeps the plan of a prepared statement. One made while the table was empty reads the whole table,
     * and is kept until the table's statistics are next refreshed: with 4,000 pending records such a claim took more
     * than six seconds. No statement of the store's own is better off without an index.
     */
    @Nullable
    String preparation() {
        return this == POSTGRESQL ? "select set_config('enable_seqscan', 'off', true)" : null;
    }

    /** The class path resource that creates the tables. */
    String script() {
        return "META-INF/outbox/schema/" + product.toLowerCase(Locale.ROOT) + "/V1__outbox.sql";
    }

    /** Whether a statement failed because a primary or unique key is taken. */
    boolean isUniqueViolation(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && isUniqueViolation(sql)) {
                return true;
            }
        }
        return false;
    }

    private boolean isUniqueViolation(SQLException failure) {
        for (SQLException next = failure; next != null; next = next.getNextException()) {
            boolean unique = switch (this) {
                case H2, POSTGRESQL -> "23505".equals(next.getSQLState());
                // SQLITE_CONSTRAINT; the driver reports the kind of constraint in the text only.
                case SQLITE ->
                    (next.getErrorCode() & 0xff) == 19
                            && String.valueOf(next.getMessage()).contains("UNIQUE");
                case MARIADB, MYSQL -> next.getErrorCode() == 1062;
            };
            if (unique) {
                return true;
            }
        }
        return false;
    }
}
