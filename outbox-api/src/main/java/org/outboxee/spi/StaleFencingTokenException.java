package org.outboxee.spi;

import java.io.Serial;
import org.outboxee.OutboxException;

/** The lease is not the newest of its partition: another node owns it, or it was released. Trying again never helps. */
public class StaleFencingTokenException extends OutboxException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** Names the lease that was refused. */
    public StaleFencingTokenException(PartitionLease lease) {
        super(
                "OUTBOX-02001",
                "Partition " + lease.partition() + " is not owned by " + lease.owner() + " under version "
                        + lease.version() + " any more; nothing was claimed");
    }
}
