package org.outboxee.relay.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.RecordId;
import org.outboxee.spi.Claim;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Lane;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PartitionLeases;
import org.outboxee.spi.PartitionOwner;
import org.outboxee.spi.SettleResult;
import org.outboxee.spi.Settlement;
import org.outboxee.spi.Settlement.Completed;
import org.outboxee.spi.Settlement.Dead;
import org.outboxee.spi.Settlement.Failed;
import org.outboxee.spi.Settlement.Released;

/** Stores that break a rule. */
final class BrokenStores {

    private BrokenStores() {}

    /** Claims with the newest lease, whatever lease the relay has. */
    static final class WithoutFence extends ForwardingStore {

        private final PartitionLeases leases;

        WithoutFence(OutboxStore store, PartitionLeases leases) {
            super(store);
            this.leases = leases;
        }

        @Override
        public Claim claim(PartitionLease lease, int limit, Duration duration) {
            PartitionOwner now = leases.look().partitions().get(lease.partition());
            String owner = now.owner();
            return super.claim(
                    owner == null ? lease : new PartitionLease(lease.partition(), owner, now.version()),
                    limit,
                    duration);
        }
    }

    /** Settles with the newest token, whatever token the relay has. */
    static final class WithoutTokens extends ForwardingStore {

        private final Map<RecordId, ClaimedRecord> newest = new HashMap<>();

        WithoutTokens(OutboxStore store) {
            super(store);
        }

        @Override
        public Claim claim(PartitionLease lease, int limit, Duration duration) {
            Claim claim = super.claim(lease, limit, duration);
            claim.records().forEach(record -> newest.put(record.id(), record));
            return claim;
        }

        @Override
        public SettleResult settle(Collection<? extends Settlement> settlements) {
            return super.settle(settlements.stream().map(this::newest).toList());
        }

        private Settlement newest(Settlement settlement) {
            ClaimedRecord record = newest.getOrDefault(settlement.record().id(), settlement.record());
            if (settlement instanceof Failed failed) {
                return new Failed(record, failed.retryAfter(), failed.failure());
            }
            if (settlement instanceof Dead dead) {
                return new Dead(record, dead.attempts(), dead.failure());
            }
            if (settlement instanceof Released released) {
                return new Released(record, released.delay());
            }
            return new Completed(record);
        }
    }

    /** Hides a lane for good once its head has failed. */
    static final class WithoutUnparking extends ForwardingStore {

        private final Set<Lane> hidden = new HashSet<>();

        WithoutUnparking(OutboxStore store) {
            super(store);
        }

        @Override
        public SettleResult settle(Collection<? extends Settlement> settlements) {
            for (Settlement settlement : settlements) {
                @Nullable Lane lane = settlement.record().lane();
                if (lane != null && settlement instanceof Failed) {
                    hidden.add(lane);
                }
            }
            return super.settle(settlements);
        }

        @Override
        public Claim claim(PartitionLease lease, int limit, Duration duration) {
            Claim claim = super.claim(lease, limit, duration);
            List<ClaimedRecord> seen = new ArrayList<>();
            for (ClaimedRecord record : claim.records()) {
                if (hidden.contains(record.lane())) {
                    super.settle(List.of(new Released(record, Duration.ZERO)));
                } else {
                    seen.add(record);
                }
            }
            return new Claim(seen, claim.more() && !seen.isEmpty());
        }
    }
}
