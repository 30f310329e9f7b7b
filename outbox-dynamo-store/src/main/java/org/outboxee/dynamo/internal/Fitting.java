package org.outboxee.dynamo.internal;

import java.util.List;

/** As many records as a transaction may change: their sizes count, too. */
final class Fitting {

    /** Below the 4 MB that are allowed, since our count of sizes is an estimate. */
    private static final int MAX_BYTES = 3_800_000;

    private Fitting() {}

    static List<RecordItem> into(List<RecordItem> records) {
        long bytes = 0;
        for (int i = 0; i < records.size(); i++) {
            bytes += records.get(i).size() + 100L;
            if (bytes > MAX_BYTES && i > 0) {
                return records.subList(0, i);
            }
        }
        return records;
    }
}
