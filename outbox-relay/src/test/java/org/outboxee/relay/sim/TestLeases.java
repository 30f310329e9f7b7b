package org.outboxee.relay.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PartitionLeases;

/** Leases in virtual time: they take their time, and fail when a test says so. Used by one thread at a time. */
public final class TestLeases implements PartitionLeases {

    private final PartitionLeases leases;
    private final VirtualTime time;
    private final List<PartitionLease> released = new ArrayList<>();
    private Duration latency = Duration.ZERO;
    private boolean failing;
    private int attempts;

    TestLeases(PartitionLeases leases, VirtualTime time) {
        this.leases = leases;
        this.time = time;
    }

    /** Whether leases can be neither acquired nor released. */
    public void fail(boolean fail) {
        failing = fail;
    }

    /** Lets acquisitions take this long. */
    public void latency(Duration duration) {
        latency = duration;
    }

    /** How often an acquisition was tried. */
    public int attempts() {
        return attempts;
    }

    /** The leases that were given up. */
    public List<PartitionLease> released() {
        return Collections.unmodifiableList(released);
    }

    @Override
    public List<PartitionLease> acquire(Collection<Integer> partitions, String owner) {
        attempts++;
        if (!latency.isZero()) {
            time.sleepDeafly(latency);
        }
        failIfDown();
        return leases.acquire(partitions, owner);
    }

    @Override
    public void release(Collection<PartitionLease> given) {
        failIfDown();
        released.addAll(given);
        leases.release(given);
    }

    private void failIfDown() {
        if (failing) {
            throw new OutboxStoreException("TEST-00003", "leases fail, as the test wants it", null);
        }
    }
}
