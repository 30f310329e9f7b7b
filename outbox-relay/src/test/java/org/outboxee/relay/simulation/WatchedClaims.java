package org.outboxee.relay.simulation;

import java.util.List;
import org.outboxee.relay.RelayConfig;
import org.outboxee.relay.simulation.Entry.State;
import org.outboxee.spi.Claim;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.PartitionLease;

/** What a claim may return. */
final class WatchedClaims {

    private final World world;
    private final Ledger ledger;
    private final Journal journal;

    WatchedClaims(World world) {
        this.world = world;
        ledger = world.ledger();
        journal = world.journal();
    }

    void claimed(PartitionLease lease, int limit, Claim claim) {
        journal.check(world.owners().owns(lease), Check.FENCE, () -> "a claim with " + lease + " was answered");
        List<ClaimedRecord> records = claim.records();
        journal.check(records.size() <= Math.max(0, limit), Check.BOUNDED, () -> "more than " + limit + ": " + records);
        if (limit > 0) {
            journal.happened(Happening.EXPIRED_CLAIM, ledger.expire(lease, world.now()));
        }
        for (ClaimedRecord record : records) {
            claimed(lease, record, records.size());
        }
        int held = ledger.claimedBy(lease.owner());
        RelayConfig config = world.config();
        journal.check(
                held <= 6 * config.batch() + 2 * config.workers(),
                Check.BOUNDED,
                () -> lease.owner() + " holds " + held + " records");
    }

    private void claimed(PartitionLease lease, ClaimedRecord record, int together) {
        Entry entry = ledger.find(record.id());
        if (entry == null) {
            journal.check(false, Check.STORE, () -> record + " was never committed");
            return;
        }
        journal.check(
                entry.state == State.PENDING,
                entry.state == State.CLAIMED ? Check.ONE_AT_A_TIME : Check.STORE,
                () -> entry + " was claimed by " + lease.owner());
        journal.check(!entry.due.isAfter(world.now()), Check.STORE, () -> entry + " was claimed at " + world.now());
        journal.check(
                entry.attempts == record.attempts() && entry.crashes == record.crashes(),
                Check.BOUNDED,
                () -> entry + " was claimed with attempts " + record.attempts() + ", crashes " + record.crashes());
        journal.check(
                entry.crashes == 0 || together == 1,
                Check.BOUNDED,
                () -> entry + " was not claimed alone, but crashed");
        for (Entry other : entry.lane) {
            boolean fits = other.order < entry.order
                    ? other.carries(record.token())
                    : other.equals(entry) || other.state == State.PENDING;
            journal.check(fits, Check.HEAD_OF_LINE, () -> entry + " was claimed while there is " + other);
        }
        ledger.claimed(entry, record, lease, world.jumps().forward());
    }
}
