package org.outboxee.jpa.testing;

import java.sql.Connection;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The statement at which a connection breaks, counted from the start of what a thread does. Safe for any number of
 * threads.
 */
public final class BreakingPoint {

    /** When a connection breaks. */
    public enum Moment {
        /** The statement never arrives. */
        BEFORE,
        /** The statement was executed and answered; what follows on the connection fails. */
        AFTER
    }

    /** Stands for the answer to a commit among the numbers of statements. */
    private static final int ANSWER = -1;

    private static final ThreadLocal<@Nullable Progress> PROGRESS = new ThreadLocal<>();

    /** Where a connection shall break. */
    private record Armed(String activity, int statement, Moment moment) {}

    /** What a thread does, and how many statements it has executed for it. */
    private static final class Progress {
        private final String activity;
        private int statements;

        Progress(String activity) {
            this.activity = activity;
        }
    }

    private final Sessions sessions;
    private final AtomicReference<@Nullable Armed> armed = new AtomicReference<>();

    private volatile String brokenAt = "";

    BreakingPoint(Sessions sessions) {
        this.sessions = sessions;
    }

    /** The next thread that executes this statement, 1 being the first, of this activity loses its connection. */
    public void arm(String activity, int statement, Moment moment) {
        brokenAt = "";
        armed.set(new Armed(activity, statement, moment));
    }

    /** The next transaction of this activity that commits is told that its connection broke before the answer. */
    public void armAnswer(String activity) {
        arm(activity, ANSWER, Moment.AFTER);
    }

    /** Calls it off. */
    public void disarm() {
        armed.set(null);
    }

    /** The statement at which a connection broke since this was armed last, empty if none did. */
    public String brokenAt() {
        return brokenAt;
    }

    /** Runs work as an activity of the calling thread, in place of the one that it is part of. */
    public <T> T during(String activity, Supplier<T> work) {
        Progress outer = PROGRESS.get();
        PROGRESS.set(new Progress(activity));
        try {
            return work.get();
        } finally {
            PROGRESS.set(outer);
        }
    }

    /** To be called when a transaction is committed: throws if its answer shall be lost. */
    public void committed() {
        Progress now = PROGRESS.get();
        Armed point = armed.get();
        if (now != null
                && point != null
                && point.equals(new Armed(now.activity, ANSWER, Moment.AFTER))
                && armed.compareAndSet(point, null)) {
            brokenAt = "the answer to a commit";
            throw new IllegalStateException("The connection broke before the commit was answered");
        }
    }

    void beforeStatement(Connection connection, String sql) {
        Progress now = PROGRESS.get();
        if (now != null) {
            now.statements++;
        }
        breakAt(now, Moment.BEFORE, connection, sql);
    }

    void afterStatement(Connection connection, String sql) {
        breakAt(PROGRESS.get(), Moment.AFTER, connection, sql);
    }

    private void breakAt(@Nullable Progress now, Moment moment, Connection connection, String sql) {
        if (now == null) {
            return;
        }
        Armed point = armed.get();
        if (point != null
                && point.equals(new Armed(now.activity, now.statements, moment))
                && armed.compareAndSet(point, null)) {
            brokenAt = sql;
            sessions.kill(connection);
        }
    }
}
