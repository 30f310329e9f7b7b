package org.outboxee.spi;

import java.io.Serial;
import org.outboxee.OutboxException;

/**
 * A record does not carry the token of its claim any more: it was settled, or its lease has expired and another owner
 * has it (G5). Trying again never helps.
 */
public class ClaimLostException extends OutboxException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** Names the record that was refused. */
    public ClaimLostException(ClaimedRecord record) {
        super(
                "OUTBOX-02009",
                "The claim of " + record + " is lost, so it cannot be completed. This transaction must roll back; who"
                        + " holds the record now delivers it");
    }
}
