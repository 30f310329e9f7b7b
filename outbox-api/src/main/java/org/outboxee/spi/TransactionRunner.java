package org.outboxee.spi;

import java.util.function.Supplier;

/** Runs work in transactions of its own. Implementations are safe for concurrent use. */
@FunctionalInterface
public interface TransactionRunner {

    /**
     * Suspends the thread's transaction if there is one, runs the work in a new one, commits, and resumes. A runtime
     * exception from the work rolls back and is thrown unchanged; a failed commit throws a runtime exception.
     */
    <T> T requireNew(Supplier<T> work);
}
