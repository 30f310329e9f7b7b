package org.outboxee.jpa.internal;

import org.outboxee.jpa.testing.TestDatabase;
import org.outboxee.jpa.testing.TestDatabase.Kind;

/** What waits in a partition; behind it, as its youngest records, a tenth as many have no key. */
enum Backlog {
    KEYLESS("no keys", "null", "false", ""),
    KEYED("1,000 keys", "concat('key', n % 1000)", "false", ""),
    BEHIND_CLAIMED(
            "90 % behind one claimed record",
            "case when n % 10 = 0 then concat('key', n % 1000) else 'stalled' end", "n = 1", Backlog.CLAIMED),
    BEHIND_WAITING(
            "90 % behind one that backs off",
            "case when n % 10 = 0 then concat('key', n % 1000) else 'stalled' end", "n = 1", Backlog.WAITING),
    MANY_BEHIND_WAITING(
            "behind 10,000 that back off (or every tenth)", "concat('key', n % %2$d)", "n <= %2$d", Backlog.WAITING);

    private static final String CLAIMED =
            "state = 'CLAIMED', claim_token = 'x', claim_version = 1000000, lease_until = 0";
    private static final String WAITING = "state = 'WAITING', attempts = 1, sort_at = 9000000000000";

    final String description;
    private final String key;
    private final String head;
    private final String stall;

    Backlog(String description, String key, String head, String stall) {
        this.description = description;
        this.key = key;
        this.head = head;
        this.stall = stall;
    }

    /** Fills the partition that is the only one of a new outbox. */
    void fill(TestDatabase database, Kind kind, int records) {
        String lanes = String.valueOf(Math.min(10_000, records / 10));
        String series = kind == Kind.POSTGRESQL
                ? "select generate_series(1, " + all(records) + ") as n"
                : "select seq as n from seq_1_to_" + all(records);
        String keyOrNone = "case when n > " + records + " then null else " + key.replace("%2$d", lanes) + " end";
        database.execute("insert into outbox_record (id, outbox_id, partition_id, seq, message_id, binding, name,"
                + " ordering_key, created_at, available_at, sort_at, state, holding, attempts, crashes)"
                + " select n, p.id, p.id, n, concat('b', n), 'default', 'test.message', " + keyOrNone
                + ", n, 1, n, 'PENDING', 0, 0, 0 from (" + series + ") numbers, outbox_partition p");
        if (!stall.isEmpty()) {
            database.execute("update outbox_record set " + stall + " where ordering_key is not null and id <= 10000"
                    + " and " + head.replace("%2$d", lanes).replace("n ", "id "));
        }
    }

    /** Whether most of it cannot be claimed. */
    boolean isBlocked() {
        return !stall.isEmpty();
    }

    /** How many there are with those that have no key. */
    static int all(int records) {
        return records + records / 10;
    }

    static void analyze(TestDatabase database, Kind kind) {
        database.execute(kind == Kind.POSTGRESQL ? "vacuum analyze outbox_record" : "analyze table outbox_record");
    }
}
