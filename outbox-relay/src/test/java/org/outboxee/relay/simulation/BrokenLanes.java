package org.outboxee.relay.simulation;

import java.time.Duration;
import java.util.List;
import org.outboxee.spi.Appender;
import org.outboxee.spi.Claim;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.MessageLimits;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.Partitions;
import org.outboxee.spi.PreparedAppend;

/** Gives each message a key of its own in the store, so that the store knows no lanes; the relay sees the true key. */
final class BrokenLanes {

    private static final char MARK = '#';

    private BrokenLanes() {}

    static final class Appending implements Appender {

        private final Appender appender;
        private final int partitions;
        private int last;

        Appending(Appender appender, int partitions) {
            this.appender = appender;
            this.partitions = partitions;
        }

        @Override
        public MessageLimits limits() {
            return appender.limits();
        }

        @Override
        public boolean isTaken(String messageId) {
            return appender.isTaken(messageId);
        }

        @Override
        public PreparedAppend append(List<OutboxMessage> messages) {
            return appender.append(messages.stream().map(this::alone).toList());
        }

        private OutboxMessage alone(OutboxMessage message) {
            String key = message.key();
            return key == null
                    ? message
                    : new OutboxMessage(
                            message.id(),
                            message.name(),
                            another(key),
                            message.payload(),
                            message.headers(),
                            message.availability(),
                            message.bindings());
        }

        /** Of the same partition. */
        private String another(String key) {
            int partition = Partitions.forKey(key, partitions);
            String other = key;
            while (other.equals(key) || Partitions.forKey(other, partitions) != partition) {
                other = key + MARK + last++;
            }
            return other;
        }
    }

    static final class Claiming extends ForwardingStore {

        Claiming(OutboxStore store) {
            super(store);
        }

        @Override
        public Claim claim(PartitionLease lease, int limit, Duration duration) {
            Claim claim = super.claim(lease, limit, duration);
            return new Claim(claim.records().stream().map(Claiming::withTrueKey).toList(), claim.more());
        }

        private static ClaimedRecord withTrueKey(ClaimedRecord record) {
            String key = record.key();
            return key == null
                    ? record
                    : new ClaimedRecord(
                            record.id(),
                            record.partition(),
                            record.seq(),
                            record.name(),
                            key.substring(0, key.indexOf(MARK)),
                            record.payload(),
                            record.headers(),
                            record.createdAt(),
                            record.attempts(),
                            record.crashes(),
                            record.token(),
                            record.leaseExpiresAt(),
                            record.handle());
        }
    }
}
