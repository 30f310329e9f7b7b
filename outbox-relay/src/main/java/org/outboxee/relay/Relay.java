package org.outboxee.relay;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.outboxee.OutboxConfigurationException;
import org.outboxee.relay.internal.Engine;
import org.outboxee.relay.internal.Limits;
import org.outboxee.relay.internal.Parts;
import org.outboxee.spi.OutboxMetrics;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.PartitionLeases;
import org.outboxee.spi.Partitions;
import org.outboxee.spi.Producer;
import org.outboxee.spi.Ticker;

/**
 * Delivers what is in a store: owns partitions, claims records, hands them to a producer and writes what became of
 * them, at least once and in order per lane.
 *
 * <p>A relay is started once and stopped once; a new start of a node is a new relay with a new owner. Safe for
 * concurrent use.
 */
public final class Relay {

    private final String owner;
    private final Engine engine;

    private Relay(Parts parts) {
        this.owner = parts.owner();
        this.engine = new Engine(parts);
    }

    /** A builder; store, leases, producer, executor and partitions must be set. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Starts to take this node's share of the partitions and to deliver. Returns at once; while the store is not
     * reachable, the relay tries again and again. Does nothing when it is started already.
     *
     * @throws IllegalStateException if this relay was stopped
     */
    public void start() {
        engine.start();
    }

    /**
     * Says that these partitions have new work. A hint: returns at once, never throws; what nobody announces is found
     * by the next poll. Partitions that this relay does not own are ignored.
     */
    public void wake(Set<Integer> partitions) {
        engine.wake(partitions);
    }

    /** The partitions that this relay claims from at the moment, ascending; unmodifiable, cheap to ask. */
    public List<Integer> ownedPartitions() {
        return engine.owned();
    }

    /** Whether the relay is started and not stopped. */
    public boolean isRunning() {
        return engine.isRunning();
    }

    /**
     * Claims nothing more and starts no delivery until {@link #resume()}; what runs goes on to its end. The partitions
     * stay with this node, and their messages wait. Pauses are known to this relay alone and end with it.
     */
    public void pause() {
        engine.pause(true);
    }

    /** Ends a {@link #pause()}. */
    public void resume() {
        engine.pause(false);
    }

    /**
     * Starts no delivery to one handler until it is resumed; what runs goes on to its end. Its messages wait, and no
     * attempt is charged.
     *
     * @return false if it was paused before
     */
    public boolean pauseHandler(String name, String binding) {
        return engine.pauseHandler(name, binding, true);
    }

    /**
     * Ends a {@link #pauseHandler}: deliveries go on within {@link RelayConfig#unhandledDelay()}.
     *
     * @return false if it was not paused
     */
    public boolean resumeHandler(String name, String binding) {
        return engine.pauseHandler(name, binding, false);
    }

    /**
     * Starts no delivery of one ordering key to one binding until it is resumed, in whatever partition of this node;
     * what runs goes on to its end.
     *
     * @return false if it was paused before
     */
    public boolean pauseLane(String binding, String key) {
        return engine.pauseLane(binding, key, true);
    }

    /**
     * Ends a {@link #pauseLane}: deliveries go on within {@link RelayConfig#unhandledDelay()}.
     *
     * @return false if it was not paused
     */
    public boolean resumeLane(String binding, String key) {
        return engine.pauseLane(binding, key, false);
    }

    /** The handlers and keys that are paused, for people to read; sorted, unmodifiable. */
    public List<String> paused() {
        return engine.paused();
    }

    /** How this relay is at the moment; cheap to ask, at any time. */
    public RelayStatus status() {
        return engine.status();
    }

    /**
     * Stops, and blocks until done: claims nothing more, releases what waits, lets running deliveries finish within the
     * shutdown timeout, interrupts those that have not and gives them the settle timeout to return, settles all results
     * within the settle timeout, and gives the partitions up, each as soon as nothing of it runs. Records whose
     * delivery still runs then stay claimed until their lease expires. Nothing of this relay is scheduled afterwards.
     *
     * <p>Idempotent; a second call waits for the first. When the calling thread is interrupted, running deliveries are
     * interrupted at once and the rest is done as above; the interrupt flag is set again at the end. A handler that
     * calls this waits for itself until both timeouts are over.
     */
    public void stop() {
        engine.stop();
    }

    @Override
    public String toString() {
        return "Relay[owner=" + owner + "]";
    }

    /** Builds a {@link Relay}. Not safe for concurrent use. */
    public static final class Builder {

        private @Nullable OutboxStore store;
        private @Nullable PartitionLeases leases;
        private @Nullable Producer producer;
        private @Nullable RelayExecutor executor;
        private RelayConfig config = RelayConfig.builder().build();
        private @Nullable LeasePolicy policy;
        private Map<String, Map<String, HandlerOptions>> handlers = Map.of();
        private int partitions;
        private String owner = UUID.randomUUID().toString();
        private OutboxMetrics metrics = OutboxMetrics.NONE;
        private Ticker ticker = Ticker.SYSTEM;
        private RandomGenerator random = new SplittableRandom();

        private Builder() {}

        /** Where records are claimed and settled. */
        public Builder store(OutboxStore value) {
            store = value;
            return this;
        }

        /** Where partitions are acquired. */
        public Builder leases(PartitionLeases value) {
            leases = value;
            return this;
        }

        /** What records are handed to. */
        public Builder producer(Producer value) {
            producer = value;
            return this;
        }

        /** What the relay runs on. */
        public Builder executor(RelayExecutor value) {
            executor = value;
            return this;
        }

        /** The settings; the defaults of {@link RelayConfig} if not set. */
        public Builder config(RelayConfig value) {
            config = value;
            return this;
        }

        /** Another policy than that of the settings, for tests that show what it is good for. */
        Builder policy(LeasePolicy value) {
            policy = value;
            return this;
        }

        /** What differs for single handlers, by message name and binding; nothing if not set. */
        public Builder handlers(Map<String, Map<String, HandlerOptions>> value) {
            handlers = value;
            return this;
        }

        /** The number of partitions of the outbox, 1 to {@value Partitions#MAX}. */
        public Builder partitions(int value) {
            partitions = value;
            return this;
        }

        /** The owner incarnation, 1 to 100 characters, unique per start of a node; a random UUID if not set. */
        public Builder owner(String value) {
            owner = value;
            return this;
        }

        /** What is counted; nothing if not set, and then the state of the outbox is not sampled either. */
        public Builder metrics(OutboxMetrics value) {
            metrics = value;
            return this;
        }

        /** Monotonic time; the system's if not set. */
        public Builder ticker(Ticker value) {
            ticker = value;
            return this;
        }

        /** Where the spread of retries comes from; need not be safe for concurrent use. */
        public Builder random(RandomGenerator value) {
            random = value;
            return this;
        }

        /**
         * The relay, not started.
         *
         * @throws NullPointerException if store, leases, producer or executor is not set
         * @throws OutboxConfigurationException if the number of partitions, the owner or an option of a handler is out
         *     of range
         */
        public Relay build() {
            if (partitions < 1 || partitions > Partitions.MAX) {
                throw new OutboxConfigurationException(
                        "OUTBOX-02007", "outbox.partitions is " + partitions + "; allowed is 1 to " + Partitions.MAX);
            }
            if (owner.isEmpty() || owner.length() > 100) {
                throw new OutboxConfigurationException(
                        "OUTBOX-02008", "The owner \"" + owner + "\" has not 1 to 100 characters");
            }
            return new Relay(new Parts(
                    Objects.requireNonNull(store, "store"),
                    Objects.requireNonNull(leases, "leases"),
                    Objects.requireNonNull(producer, "producer"),
                    Objects.requireNonNull(executor, "executor"),
                    config,
                    policy == null ? LeasePolicy.of(config) : policy,
                    new Limits(config, handlers),
                    partitions,
                    owner,
                    metrics,
                    ticker,
                    random));
        }
    }
}
