package org.outboxee.jpa.internal;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is wrong with a database that refuses everything, as far as its exceptions tell. */
enum DatabaseTrouble {
    READ_ONLY(
            "The database takes no writes: it was made read-only, or the connection leads to a replica. Emits fail and"
                    + " nothing is delivered until it takes writes again; then both go on without a restart, on new"
                    + " connections if the old ones stay read-only"),

    FULL("The database has no room left: free some, or give it more. Emits fail and nothing is delivered until then;"
            + " then both go on without a restart"),

    /** SQLite only: the transaction has read, another one has written since, and now this one wants to write. */
    READ_BEFORE_WRITE("The transaction had read before another one wrote, and SQLite then lets it write no more. Add"
            + " transaction_mode=IMMEDIATE to the URL of the datasource, so that transactions wait for each"
            + " other at their start"),

    UNREACHABLE("The database cannot be reached, or has ended the connection. Is it up, and does the pool test its"
            + " connections before it hands them out?");

    private final String advice;

    DatabaseTrouble(String advice) {
        this.advice = advice;
    }

    /**
     * The SQL states are PostgreSQL's and the standard's, the codes MariaDB's, MySQL's and H2's, the texts SQLite's.
     */
    private boolean isMeantBy(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        String text = String.valueOf(failure.getMessage());
        int code = failure.getErrorCode();
        return switch (this) {
            case READ_ONLY ->
                state.equals("25006")
                        || List.of(1290, 1792, 1836, 90097).contains(code)
                        || text.contains("[SQLITE_READONLY");
            case FULL -> state.equals("53100") || List.of(1021, 1114).contains(code) || text.contains("[SQLITE_FULL]");
            case READ_BEFORE_WRITE -> text.contains("[SQLITE_BUSY_SNAPSHOT]");
            case UNREACHABLE -> state.startsWith("08") || state.startsWith("57P0") || code == 1927;
        };
    }

    /** What a failure of a statement or a commit means, in one line: the database's own words, and what to do. */
    static String describe(Throwable failure) {
        SQLException last = null;
        for (SQLException sql : sqlExceptions(failure).toList()) {
            DatabaseTrouble trouble = of(sql);
            if (trouble != null) {
                return words(sql) + ". " + trouble.advice;
            }
            last = sql;
        }
        return last == null ? "The cause tells why: " + failure : words(last);
    }

    /** Whether the database, or the way to it, led to a failure. */
    static boolean isOfDatabase(Throwable failure) {
        return sqlExceptions(failure).findAny().isPresent();
    }

    /** Whether the way to the database broke. */
    static boolean isUnreachable(Throwable failure) {
        return sqlExceptions(failure).anyMatch(UNREACHABLE::isMeantBy);
    }

    /** What the driver said that led to a failure, nearest first, in whatever way it is attached. */
    static Stream<SQLException> sqlExceptions(Throwable failure) {
        return all(failure).stream().filter(SQLException.class::isInstance).map(SQLException.class::cast);
    }

    private static @Nullable DatabaseTrouble of(SQLException failure) {
        return Arrays.stream(values())
                .filter(trouble -> trouble.isMeantBy(failure))
                .findFirst()
                .orElse(null);
    }

    private static String words(SQLException failure) {
        String text = String.valueOf(failure.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
        return "The database says: " + text + " (SQL state " + failure.getSQLState() + ", code "
                + failure.getErrorCode() + ")";
    }

    /** A failure and what led to it, nearest first, in whatever way it is attached. */
    private static List<Throwable> all(Throwable failure) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Throwable> found = new ArrayList<>(List.of(failure));
        for (int i = 0; i < found.size(); i++) {
            Throwable next = found.get(i);
            if (seen.add(next)) {
                Stream.concat(Stream.of(next.getSuppressed()), attached(next))
                        .filter(Objects::nonNull)
                        .forEach(found::add);
            }
        }
        return found;
    }

    private static Stream<@Nullable Throwable> attached(Throwable failure) {
        return Stream.of(failure.getCause(), failure instanceof SQLException sql ? sql.getNextException() : null);
    }
}
