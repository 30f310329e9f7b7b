package org.outboxee.cdi.internal.management;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.function.ToLongFunction;
import org.outboxee.cdi.management.RelayMXBean;
import org.outboxee.relay.Relay;
import org.outboxee.spi.OutboxSample;
import org.outboxee.spi.Producer;

/**
 * A relay as an MBean. Safe for concurrent use.
 *
 * @param relay the relay
 * @param producer knows the handlers
 */
public record RelayManagement(Relay relay, Producer producer) implements RelayMXBean {

    private static final Logger LOG = System.getLogger("org.outboxee.cdi");

    @Override
    public boolean isRunning() {
        return relay.isRunning();
    }

    @Override
    public boolean isPaused() {
        return relay.status().paused();
    }

    @Override
    public boolean isStoreReachable() {
        return relay.status().storeReachable();
    }

    @Override
    public int getOwnedPartitions() {
        return relay.ownedPartitions().size();
    }

    @Override
    public long getPending() {
        return sampled(OutboxSample::pending);
    }

    @Override
    public long getClaimed() {
        return sampled(OutboxSample::claimed);
    }

    @Override
    public long getDead() {
        return sampled(OutboxSample::dead);
    }

    @Override
    public long getStalledLanes() {
        return sampled(OutboxSample::stalledLanes);
    }

    @Override
    public long getOldestAgeSeconds() {
        return sampled(sample -> sample.oldestAge().map(Duration::toSeconds).orElse(0L));
    }

    private long sampled(ToLongFunction<OutboxSample> value) {
        return relay.status().sample().map(value::applyAsLong).orElse(-1L);
    }

    @Override
    public List<String> getPausedParts() {
        return relay.paused();
    }

    @Override
    public void pause() {
        relay.pause();
        log("paused: this node delivers nothing until it is resumed or started anew");
    }

    @Override
    public void resume() {
        relay.resume();
        log("resumed");
    }

    @Override
    public boolean pauseHandler(String name, String binding) {
        if (!producer.bindings(name).contains(binding)) {
            throw new IllegalArgumentException("There is no handler of " + name + " (" + binding + ") on this node;"
                    + " those of " + name + " are " + producer.bindings(name));
        }
        boolean changed = relay.pauseHandler(name, binding);
        log("asked to pause the handler of " + name + " (" + binding
                + ") until it is resumed or this node started anew");
        return changed;
    }

    @Override
    public boolean resumeHandler(String name, String binding) {
        boolean changed = relay.resumeHandler(name, binding);
        log("asked to resume the handler of " + name + " (" + binding + ")");
        return changed;
    }

    @Override
    public boolean pauseKey(String binding, String key) {
        boolean changed = relay.pauseLane(binding, key);
        log("asked to pause the key " + key + " (" + binding + ") until it is resumed or this node started anew");
        return changed;
    }

    @Override
    public boolean resumeKey(String binding, String key) {
        boolean changed = relay.resumeLane(binding, key);
        log("asked to resume the key " + key + " (" + binding + ")");
        return changed;
    }

    private static void log(String what) {
        LOG.log(Level.INFO, "OUTBOX-05065: The relay was " + what);
    }
}
