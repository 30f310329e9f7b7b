package org.outboxee.spi;

/**
 * A record that was completed in a unit of work that has not ended yet. Exactly one method is called after its end,
 * possibly on another thread; a store that shares the unit of work's transaction has nothing to do in them.
 */
public interface PreparedCompletion {

    /** The unit of work has committed, and the record is delivered. Does not throw. */
    void committed();

    /**
     * The unit of work has rolled back, or its outcome is unknown. Unless it has committed all the same, the record is
     * claimed as before. Does not throw.
     */
    void rolledBack();
}
