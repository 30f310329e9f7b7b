package org.outboxee.spi;

import java.util.List;

/**
 * What a claim returned.
 *
 * @param records the records, oldest first, copied
 * @param more whether more records may be claimable right now; a hint, false only costs the time to the next poll
 */
public record Claim(List<ClaimedRecord> records, boolean more) {

    /** Nothing claimed. */
    public static final Claim EMPTY = new Claim(List.of(), false);

    /** Copies the list. */
    public Claim {
        records = List.copyOf(records);
    }
}
