package org.outboxee.spi;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a node says of itself to the other nodes of its outbox.
 *
 * @param incarnation unique per start of a node, 1 to 100 characters; as an owner of partitions it goes by this name
 * @param lease after how long without a beat it is dead, from 1 ms on
 * @param drain how long after the end of its lease something that it had claimed may still run, or be settled
 * @param leaving whether it is about to stop, and takes no partition any more
 * @param handled the bindings that it handles, by message name; empty if it takes whatever comes
 */
public record NodeInfo(
        String incarnation,
        Duration lease,
        Duration drain,
        boolean leaving,
        Optional<Map<String, Set<String>>> handled) {}
