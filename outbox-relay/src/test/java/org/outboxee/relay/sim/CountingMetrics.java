package org.outboxee.relay.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.outboxee.DeliveryInfo;
import org.outboxee.spi.OutboxMetrics;
import org.outboxee.spi.OutboxSample;

/** Metrics that a test can read. Used by one thread at a time. */
public final class CountingMetrics implements OutboxMetrics {

    /** A delivery that ended. */
    public record Ended(String id, Outcome outcome, Duration duration) {}

    private final List<Ended> ended = new ArrayList<>();
    private final List<Integer> lost = new ArrayList<>();
    private final List<Duration> ages = new ArrayList<>();
    private final List<OutboxSample> samples = new ArrayList<>();
    private int released;
    private int ignored;

    @Override
    public void started(DeliveryInfo delivery, Duration age) {
        ages.add(age);
    }

    @Override
    public void sampled(OutboxSample sample) {
        samples.add(sample);
    }

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

    /** The ages of the messages whose first attempts began, in order. */
    public List<Duration> ages() {
        return Collections.unmodifiableList(ages);
    }

    /** What was counted, in order. */
    public List<OutboxSample> samples() {
        return Collections.unmodifiableList(samples);
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
