package org.outboxee.cdi.management;

import java.util.List;

/**
 * The relay of one outbox on this node, as {@code org.outboxee:type=Relay,outbox="<outbox.name>"}. It is there from the
 * start of the application to its end.
 *
 * <p>Pauses hold on this node only, and end with the application: what must stay off is set by
 * {@code outbox.handler.<name>.enabled}. Nothing is lost by one: messages are still taken, and wait. The counts are
 * those of the last sample, see {@code outbox.metrics.interval}; -1 before the first.
 */
public interface RelayMXBean {

    /** Whether it delivers, or would if it were not paused. */
    boolean isRunning();

    /** Whether {@link #pause()} was called. */
    boolean isPaused();

    /** Whether the store takes the heartbeats of this node. */
    boolean isStoreReachable();

    /** How many partitions this node owns. */
    int getOwnedPartitions();

    /** How many messages wait, in the whole outbox. */
    long getPending();

    /** How many messages nodes have claimed, in the whole outbox. */
    long getClaimed();

    /** How many dead letters there are. */
    long getDead();

    /** How many ordering keys are held up by their oldest messages. */
    long getStalledLanes();

    /** How old the oldest message that waits is; 0 if none does. */
    long getOldestAgeSeconds();

    /** The handlers and keys that are paused. */
    List<String> getPausedParts();

    /** Starts no delivery any more; what runs goes on to its end. The messages of this node's partitions wait. */
    void pause();

    /** Ends a pause of the relay. Handlers and keys that are paused stay so. */
    void resume();

    /**
     * Starts no delivery to one handler any more.
     *
     * @return false if it was paused before
     * @throws IllegalArgumentException if this node has no such handler
     */
    boolean pauseHandler(String name, String binding);

    /**
     * Ends the pause of a handler; deliveries go on within {@code outbox.unhandled.delay}.
     *
     * @return false if it was not paused
     */
    boolean resumeHandler(String name, String binding);

    /**
     * Starts no delivery of one ordering key to one binding any more. Other nodes do, if they own the key's partition
     * or get it: call it on all of them.
     *
     * @return false if it was paused before
     */
    boolean pauseKey(String binding, String key);

    /**
     * Ends the pause of a key; deliveries go on within {@code outbox.unhandled.delay}.
     *
     * @return false if it was not paused
     */
    boolean resumeKey(String binding, String key);
}
