package org.outboxee.it.fail;

/** What a handler does with a job. */
@FunctionalInterface
interface Plan {

    /** Succeeds by returning. */
    void run(int attempt) throws Exception;
}
