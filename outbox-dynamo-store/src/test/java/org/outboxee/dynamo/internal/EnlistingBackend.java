package org.outboxee.dynamo.internal;

import java.util.List;
import java.util.Set;
import org.outboxee.spi.Appender;
import org.outboxee.spi.MessageLimits;
import org.outboxee.spi.OutboxBackend;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.PartitionLeases;
import org.outboxee.spi.PreparedAppend;

/** A backend whose appends go into the transaction of DynamoDB that the current JTA transaction commits. */
record EnlistingBackend(DynamoBackend backend, OneResourceManager manager) implements OutboxBackend {

    @Override
    public Appender appender() {
        return new Enlisting();
    }

    @Override
    public OutboxStore store() {
        return backend.store();
    }

    @Override
    public PartitionLeases leases() {
        return backend.leases();
    }

    @Override
    public void close() {
        backend.close();
    }

    private final class Enlisting implements Appender {

        @Override
        public MessageLimits limits() {
            return backend.appender().limits();
        }

        @Override
        public boolean isTaken(String messageId) {
            return backend.appender().isTaken(messageId);
        }

        @Override
        public PreparedAppend append(List<OutboxMessage> messages) {
            AppendUnit unit = manager.unit(backend, () -> backend.begin(List.of()));
            messages.forEach(unit::add);
            return new Nothing(unit.partitions());
        }
    }

    /** The unit is written when the transaction commits. */
    private record Nothing(Set<Integer> partitions) implements PreparedAppend {

        @Override
        public void committed() {
            // Done.
        }

        @Override
        public void rolledBack() {
            // Nothing was written.
        }
    }
}
