package org.outboxee.relay;

import java.util.Optional;
import org.outboxee.spi.OutboxSample;

/**
 * How a relay is at the moment.
 *
 * @param running whether it is started and not stopped
 * @param paused whether somebody has paused it: it goes on with everything but claims and deliveries
 * @param storeReachable whether the store has taken a heartbeat of this node within {@code outbox.node-lease}, less the
 *     margin: without one it claims and starts nothing
 * @param sample what was counted last, at most about {@code outbox.metrics.interval} ago unless the store is slow or
 *     does not answer; empty until the first count, and always without metrics
 */
public record RelayStatus(boolean running, boolean paused, boolean storeReachable, Optional<OutboxSample> sample) {}
