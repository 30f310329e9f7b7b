package org.outboxee.relay.internal;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.outboxee.spi.ClaimedRecord;

/** What an operator has paused on this node, for as long as the relay lives. Safe for concurrent use. */
final class Pauses {

    /** A key of a binding, in whatever partition. */
    private record LaneKey(String binding, String key) {}

    private final Set<HandlerKey> handlers = ConcurrentHashMap.newKeySet();
    private final Set<LaneKey> lanes = ConcurrentHashMap.newKeySet();
    private volatile boolean all;

    boolean isPaused() {
        return all;
    }

    void pause(boolean paused) {
        all = paused;
    }

    boolean pauseHandler(String name, String binding, boolean paused) {
        HandlerKey handler = new HandlerKey(name, binding);
        return paused ? handlers.add(handler) : handlers.remove(handler);
    }

    boolean pauseLane(String binding, String key, boolean paused) {
        LaneKey lane = new LaneKey(binding, key);
        return paused ? lanes.add(lane) : lanes.remove(lane);
    }

    /** What is paused, for people to read; sorted. */
    List<String> describe() {
        return Stream.concat(
                        handlers.stream().map(handler -> "handler " + handler.name() + " (" + handler.binding() + ")"),
                        lanes.stream().map(lane -> "key " + lane.key() + " (" + lane.binding() + ")"))
                .sorted()
                .toList();
    }

    /** Whether this record is not to be delivered, since its handler or its lane is paused. */
    boolean holds(ClaimedRecord record) {
        String key = record.key();
        return (!handlers.isEmpty() && handlers.contains(HandlerKey.of(record)))
                || (key != null
                        && !lanes.isEmpty()
                        && lanes.contains(new LaneKey(record.id().binding(), key)));
    }
}
