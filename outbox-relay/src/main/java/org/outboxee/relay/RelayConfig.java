package org.outboxee.relay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.outboxee.OutboxConfigurationException;

/**
 * The settings of a relay. Immutable. Build one with {@link #builder()}; every value has a default.
 *
 * @param batch the most records one claim returns; 1 to 1000, default 16
 * @param workers the most deliveries at a time on this node; 1 to 1000, default 4
 * @param pollInterval the time between looking for work that no wake-up announced; 1 ms to 1 h, default 1 s
 * @param deliveryTimeout after which a delivery is interrupted; 1 ms to 15 min, default 30 s
 * @param settleTimeout the time allowed for writing a result; 1 ms to 5 min, default 5 s
 * @param leaseMargin what must be left of a lease beyond delivery and settlement; 0 to 5 min, default 1 s
 * @param nodeLease after how long without a heartbeat a node is dead to the others; 1 s to 15 min, default 15 s, at
 *     least three times {@code leaseMargin}
 * @param maxAttempts the failed attempts after which a record becomes a dead letter; 1 to 1000, default 8
 * @param maxCrashes how often a record's claim may end with its node before it becomes a dead letter at the next one; 0
 *     to 1000, default 3
 * @param backoffInitial the shortest wait after the first failed attempt; 1 ms to {@code backoffMax}, default 1 s
 * @param backoffMax the wait at which exponential growth ends; up to 365 days, default 5 min
 * @param shutdownTimeout how long a stop waits for running deliveries before it interrupts them; 0 to 1 h, default 30 s
 * @param unhandledDelay how long a record waits that nothing on this node handles; 1 ms to 24 h, default 1 min
 * @param sampleInterval how often the state of the outbox is counted for monitoring; 1 s to 1 h, default 10 s
 * @param deadRetention how long a dead letter is kept; 1 ms to 3650 days, default empty: for ever
 */
public record RelayConfig(
        int batch,
        int workers,
        Duration pollInterval,
        Duration deliveryTimeout,
        Duration settleTimeout,
        Duration leaseMargin,
        Duration nodeLease,
        int maxAttempts,
        int maxCrashes,
        Duration backoffInitial,
        Duration backoffMax,
        Duration shutdownTimeout,
        Duration unhandledDelay,
        Duration sampleInterval,
        Optional<Duration> deadRetention) {

    /**
     * Checks every value.
     *
     * @throws OutboxConfigurationException if a value is out of its range, or the lease that they need together is
     *     longer than {@link LeasePolicy#MAX_LEASE}; the message lists all that are, by their configuration keys
     */
    public RelayConfig {
        Duration ms = Duration.ofMillis(1);
        Problems problems = new Problems();
        problems.check("outbox.batch", batch, 1, 1000);
        problems.check("outbox.workers", workers, 1, 1000);
        problems.check("outbox.poll-interval", pollInterval, ms, Duration.ofHours(1));
        problems.check("outbox.delivery-timeout", deliveryTimeout, ms, Duration.ofMinutes(15));
        problems.check("outbox.settle-timeout", settleTimeout, ms, Duration.ofMinutes(5));
        problems.check("outbox.lease-margin", leaseMargin, Duration.ZERO, Duration.ofMinutes(5));
        problems.check("outbox.node-lease", nodeLease, Duration.ofSeconds(1), Duration.ofMinutes(15));
        problems.check("outbox.max-attempts", maxAttempts, 1, 1000);
        problems.check("outbox.max-crashes", maxCrashes, 0, 1000);
        problems.check("outbox.backoff.max", backoffMax, ms, Duration.ofDays(365));
        problems.check("outbox.backoff.initial", backoffInitial, ms, backoffMax);
        problems.check("outbox.shutdown.timeout", shutdownTimeout, Duration.ZERO, Duration.ofHours(1));
        problems.check("outbox.unhandled.delay", unhandledDelay, ms, Duration.ofDays(1));
        problems.check("outbox.metrics.interval", sampleInterval, Duration.ofSeconds(1), Duration.ofHours(1));
        deadRetention.ifPresent(kept -> problems.check("outbox.retention.dead", kept, ms, Duration.ofDays(3650)));
        problems.throwIfAny();
        checkLease(batch, workers, deliveryTimeout, settleTimeout, leaseMargin);
        checkNodeLease(nodeLease, leaseMargin);
    }

    /** A builder that starts with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    private static void checkLease(int batch, int workers, Duration delivery, Duration settle, Duration margin) {
        Duration lease =
                LeasePolicy.of(batch, workers, delivery, settle, margin).lease();
        if (lease.compareTo(LeasePolicy.MAX_LEASE) > 0) {
            throw new OutboxConfigurationException(
                    "OUTBOX-02006",
                    "A claim would be leased for " + lease + "; allowed is " + LeasePolicy.MAX_LEASE
                            + ". It is (outbox.batch=" + batch + " / outbox.workers=" + workers
                            + ", rounded up, plus 1) times outbox.delivery-timeout=" + delivery
                            + ", plus outbox.settle-timeout=" + settle + " and outbox.lease-margin=" + margin
                            + ". Lower outbox.delivery-timeout or outbox.batch, or raise outbox.workers");
        }
    }

    private static void checkNodeLease(Duration lease, Duration margin) {
        if (margin.multipliedBy(3).compareTo(lease) > 0) {
            throw new OutboxConfigurationException(
                    "OUTBOX-02040",
                    "outbox.node-lease=" + lease + " is less than three times outbox.lease-margin=" + margin
                            + ": a node would take itself for dead after one heartbeat that is late. Raise"
                            + " outbox.node-lease or lower outbox.lease-margin");
        }
    }

    /** Collects what is out of range, so that one start tells all. */
    private static final class Problems {

        private final List<String> found = new ArrayList<>();

        <T extends Comparable<T>> void check(String key, T value, T min, T max) {
            if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
                found.add(key + " is " + value + "; allowed is " + min + " to " + max);
            }
        }

        void throwIfAny() {
            if (!found.isEmpty()) {
                throw new OutboxConfigurationException("OUTBOX-02005", String.join(". ", found));
            }
        }
    }

    /** Builds a {@link RelayConfig}. Not safe for concurrent use. */
    public static final class Builder {

        private int batch = 16;
        private int workers = 4;
        private Duration pollInterval = Duration.ofSeconds(1);
        private Duration deliveryTimeout = Duration.ofSeconds(30);
        private Duration settleTimeout = Duration.ofSeconds(5);
        private Duration leaseMargin = Duration.ofSeconds(1);
        private Duration nodeLease = Duration.ofSeconds(15);
        private int maxAttempts = 8;
        private int maxCrashes = 3;
        private Duration backoffInitial = Duration.ofSeconds(1);
        private Duration backoffMax = Duration.ofMinutes(5);
        private Duration shutdownTimeout = Duration.ofSeconds(30);
        private Duration unhandledDelay = Duration.ofMinutes(1);
        private Duration sampleInterval = Duration.ofSeconds(10);
        private Optional<Duration> deadRetention = Optional.empty();

        private Builder() {}

        /** Sets {@link RelayConfig#batch()}. */
        public Builder batch(int value) {
            batch = value;
            return this;
        }

        /** Sets {@link RelayConfig#workers()}. */
        public Builder workers(int value) {
            workers = value;
            return this;
        }

        /** Sets {@link RelayConfig#pollInterval()}. */
        public Builder pollInterval(Duration value) {
            pollInterval = value;
            return this;
        }

        /** Sets {@link RelayConfig#deliveryTimeout()}. */
        public Builder deliveryTimeout(Duration value) {
            deliveryTimeout = value;
            return this;
        }

        /** Sets {@link RelayConfig#settleTimeout()}. */
        public Builder settleTimeout(Duration value) {
            settleTimeout = value;
            return this;
        }

        /** Sets {@link RelayConfig#leaseMargin()}. */
        public Builder leaseMargin(Duration value) {
            leaseMargin = value;
            return this;
        }

        /** Sets {@link RelayConfig#nodeLease()}. */
        public Builder nodeLease(Duration value) {
            nodeLease = value;
            return this;
        }

        /** Sets {@link RelayConfig#maxAttempts()}. */
        public Builder maxAttempts(int value) {
            maxAttempts = value;
            return this;
        }

        /** Sets {@link RelayConfig#maxCrashes()}. */
        public Builder maxCrashes(int value) {
            maxCrashes = value;
            return this;
        }

        /** Sets {@link RelayConfig#backoffInitial()}. */
        public Builder backoffInitial(Duration value) {
            backoffInitial = value;
            return this;
        }

        /** Sets {@link RelayConfig#backoffMax()}. */
        public Builder backoffMax(Duration value) {
            backoffMax = value;
            return this;
        }

        /** Sets {@link RelayConfig#shutdownTimeout()}. */
        public Builder shutdownTimeout(Duration value) {
            shutdownTimeout = value;
            return this;
        }

        /** Sets {@link RelayConfig#unhandledDelay()}. */
        public Builder unhandledDelay(Duration value) {
            unhandledDelay = value;
            return this;
        }

        /** Sets {@link RelayConfig#sampleInterval()}. */
        public Builder sampleInterval(Duration value) {
            sampleInterval = value;
            return this;
        }

        /** Sets {@link RelayConfig#deadRetention()}. */
        public Builder deadRetention(Optional<Duration> value) {
            deadRetention = value;
            return this;
        }

        /**
         * The configuration.
         *
         * @throws OutboxConfigurationException if a value is out of its range, or the lease gets too long
         */
        public RelayConfig build() {
            return new RelayConfig(
                    batch,
                    workers,
                    pollInterval,
                    deliveryTimeout,
                    settleTimeout,
                    leaseMargin,
                    nodeLease,
                    maxAttempts,
                    maxCrashes,
                    backoffInitial,
                    backoffMax,
                    shutdownTimeout,
                    unhandledDelay,
                    sampleInterval,
                    deadRetention);
        }
    }
}
