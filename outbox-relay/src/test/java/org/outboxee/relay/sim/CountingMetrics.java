package org.outboxee.relay.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.outboxee.DeliveryInfo;
import org.outboxee.spi.OutboxMetrics;

/** Metrics that a test can read. Used by one thread at a time. */
public final class CountingMetrics implements OutboxMetrics {

    /** A delivery that ended. */
    public record Ended(String id, Outcome outcome, Duration duration) {}

    private final List<Ended> ended = new ArrayList<>();
    private final List<Integer> lost = new ArrayList<>();
    private int released;
    private int ignored;

    @Override
    public void delivered(DeliveryInfo delivery, Outcome outcome, Duration duration) {
        ended.add(new Ended(delivery.messageId(), outcome, duration));
    }

    @Override
    public void released(int count) {
        released += count;
    }

    @Override
    public void settlementsIgnored(int count) {
        ignored += count;
    }

    @Override
    public void ownershipLost(int partition) {
        lost.add(partition);
    }

    /** The deliveries that ended, in order. */
    public List<Ended> ended() {
        return Collections.unmodifiableList(ended);
    }

    /** The partitions that were lost, in order. */
    public List<Integer> lost() {
        return Collections.unmodifiableList(lost);
    }

    /** How many records were released. */
    public int released() {
        return released;
    }

    /** How many settlements were ignored. */
    public int ignored() {
        return ignored;
    }
}
