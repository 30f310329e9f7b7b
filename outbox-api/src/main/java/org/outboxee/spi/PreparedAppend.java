package org.outboxee.spi;

import java.util.Set;

/**
 * Messages that were written in a unit of work that has not ended yet. Exactly one of {@link #committed()} and
 * {@link #rolledBack()} is called after its end, possibly on another thread; a store that shares the unit of work's
 * transaction has nothing to do in them.
 */
public interface PreparedAppend {

    /** The partitions that got a record, for the wake-up after the commit. */
    Set<Integer> partitions();

    /** The unit of work has committed. Does not throw. */
    void committed();

    /** The unit of work has rolled back, or its outcome is unknown. Does not throw. */
    void rolledBack();
}
