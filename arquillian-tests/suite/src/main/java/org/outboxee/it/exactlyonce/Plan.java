package org.outboxee.it.exactlyonce;

/** What an attempt does after it has left its effect in the database. */
@FunctionalInterface
interface Plan {

    void run(int attempt) throws Exception;
}
