package org.outboxee.cdi.internal.emit;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.outboxee.cdi.testing.Log;
import org.outboxee.spi.Appender;
import org.outboxee.spi.Availability;
import org.outboxee.spi.MessageLimits;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.OutboxMetrics;
import org.outboxee.spi.PreparedAppend;

/** What real transaction managers do only by chance, in an order that the test decides. */
class TransactionBufferTest {

    @AutoClose
    private final Log log = new Log();

    private final List<String> events = new ArrayList<>();
    private final Registry registry = new Registry();

    private TransactionBuffer buffer(Runnable duringAppend, Supplier<Set<Integer>> partitions) {
        Appender appender = new Appender() {
            @Override
            public MessageLimits limits() {
                return MessageLimits.DEFAULT;
            }

            @Override
            public boolean isTaken(String messageId) {
                throw new AssertionError("The buffer does not ask");
            }

            @Override
            public PreparedAppend append(List<OutboxMessage> messages) {
                duringAppend.run();
                return new PreparedAppend() {
                    @Override
                    public Set<Integer> partitions() {
                        return partitions.get();
                    }

                    @Override
                    public void committed() {
                        events.add("committed");
                        throw new IllegalStateException("a store must not");
                    }

                    @Override
                    public void rolledBack() {
                        events.add("rolled back");
                    }
                };
            }
        };
        OutboxMetrics failing = new OutboxMetrics() {
            @Override
            public void emitted(String messageName, int count) {
                throw new IllegalStateException("metrics must not");
            }
        };
        TransactionBuffer buffer = new TransactionBuffer(
                registry, appender, new AppendOutcome(woken -> events.add("wake " + woken), failing));
        buffer.enlist();
        return buffer;
    }

    private static OutboxMessage message() {
        return new OutboxMessage("id", "name", null, new byte[0], Map.of(), new Availability.Now(), Set.of("default"));
    }

    @Test
    void a_timeout_during_the_append_rolls_it_back_exactly_once() {
        TransactionBuffer buffer = buffer(() -> registry.after(Status.STATUS_ROLLEDBACK), () -> Set.of(1));
        buffer.add(message());
        registry.before();
        assertThat(events).containsExactly("rolled back");
    }

    @Test
    void what_the_container_commits_without_asking_is_an_error_in_the_log() {
        TransactionBuffer buffer = buffer(() -> {}, () -> Set.of(1));
        buffer.add(message());
        registry.after(Status.STATUS_COMMITTED);
        assertThat(log.lines())
                .singleElement()
                .asString()
                .startsWith("SEVERE OUTBOX-01014")
                .contains("name id");
    }

    @Test
    void the_relay_is_woken_whatever_fails_after_the_commit() {
        TransactionBuffer buffer = buffer(() -> {}, () -> Set.of(7));
        buffer.add(message());
        registry.before();
        registry.after(Status.STATUS_COMMITTED);
        assertThat(events).containsExactly("committed", "wake [7]");
        assertThat(log.lines()).hasSize(2).allMatch(line -> line.startsWith("WARNING OUTBOX-05048"));
    }

    @Test
    void an_unknown_outcome_counts_as_rolled_back() {
        TransactionBuffer buffer = buffer(() -> {}, () -> Set.of(7));
        buffer.add(message());
        registry.before();
        registry.after(Status.STATUS_UNKNOWN);
        assertThat(events).containsExactly("rolled back");
    }

    private static final class Registry implements TransactionSynchronizationRegistry {
        private final List<Synchronization> registered = new ArrayList<>();

        void before() {
            for (int i = 0; i < registered.size(); i++) { // more are added on the way
                registered.get(i).beforeCompletion();
            }
        }

        void after(int status) {
            registered.forEach(synchronization -> synchronization.afterCompletion(status));
        }

        @Override
        public void registerInterposedSynchronization(Synchronization synchronization) {
            registered.add(synchronization);
        }

        @Override
        public Object getTransactionKey() {
            return this;
        }

        @Override
        public void putResource(Object key, Object value) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Object getResource(Object key) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int getTransactionStatus() {
            return Status.STATUS_ACTIVE;
        }

        @Override
        public void setRollbackOnly() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean getRollbackOnly() {
            return false;
        }
    }
}
