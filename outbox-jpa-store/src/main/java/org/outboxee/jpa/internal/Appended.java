package org.outboxee.jpa.internal;

import java.util.Set;
import org.outboxee.spi.PreparedAppend;

/**
 * Rows that commit or roll back with the transaction they were inserted in, so that nothing is left to do.
 *
 * @param partitions the partitions that got a record
 */
record Appended(Set<Integer> partitions) implements PreparedAppend {

    @Override
    public void committed() {}

    @Override
    public void rolledBack() {}
}
