package org.outboxee.cdi.testing;

import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.outboxee.memory.MemoryBackend;
import org.outboxee.spi.Appender;
import org.outboxee.spi.MessageLimits;
import org.outboxee.spi.OutboxBackend;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.PartitionLeases;
import org.outboxee.spi.PreparedAppend;
import org.outboxee.spi.StoreContext;
import org.outboxee.spi.StoreProvider;

/** The memory store, with a record of what the container asks of it. */
@Singleton
public class RecordingStore implements StoreProvider {

    /** What happened, in order; others may add to it. */
    public final List<String> events = new CopyOnWriteArrayList<>();

    /** The messages of all appends, in order. */
    public final List<OutboxMessage> appended = new CopyOnWriteArrayList<>();

    /** What it was opened with, once per opening. */
    public final List<StoreContext> opened = new CopyOnWriteArrayList<>();

    /** Thrown by the next append, if set. */
    public volatile RuntimeException failure;

    /** Forgets what happened, but not what it was opened with. */
    public void forget() {
        events.clear();
        appended.clear();
        failure = null;
    }

    @Override
    public String name() {
        return "recording";
    }

    @Override
    public OutboxBackend open(StoreContext context) {
        opened.add(context);
        return new Recording(new MemoryBackend(context));
    }

    private final class Recording implements OutboxBackend, Appender {

        private final OutboxBackend memory;

        Recording(OutboxBackend memory) {
            this.memory = memory;
        }

        @Override
        public Appender appender() {
            return this;
        }

        @Override
        public OutboxStore store() {
            return memory.store();
        }

        @Override
        public PartitionLeases leases() {
            return memory.leases();
        }

        @Override
        public void close() {
            events.add("close");
            memory.close();
        }

        @Override
        public MessageLimits limits() {
            return memory.appender().limits();
        }

        @Override
        public boolean isTaken(String messageId) {
            return memory.appender().isTaken(messageId);
        }

        @Override
        public PreparedAppend append(List<OutboxMessage> messages) {
            List<String> names = new ArrayList<>();
            messages.forEach(message -> names.add(message.name()));
            events.add("append " + String.join(" ", names));
            if (failure != null) {
                throw failure;
            }
            PreparedAppend prepared = memory.appender().append(messages);
            appended.addAll(messages);
            return new PreparedAppend() {
                @Override
                public Set<Integer> partitions() {
                    return prepared.partitions();
                }

                @Override
                public void committed() {
                    events.add("committed");
                    prepared.committed();
                }

                @Override
                public void rolledBack() {
                    events.add("rolled back");
                    prepared.rolledBack();
                }
            };
        }
    }
}
