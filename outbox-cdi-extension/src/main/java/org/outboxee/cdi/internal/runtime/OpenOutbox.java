package org.outboxee.cdi.internal.runtime;

import java.util.Set;
import org.outboxee.cdi.internal.container.ContainerExecutor;
import org.outboxee.cdi.internal.container.ContainerServices;
import org.outboxee.cdi.internal.emit.Emitter;
import org.outboxee.relay.Relay;
import org.outboxee.spi.OutboxStore;

/**
 * An opened store with everything that works on it. Emits work from the beginning, deliveries once it is started.
 *
 * @param storeName what the store calls itself
 * @param store the relay's side of the store
 * @param emitter takes messages
 * @param relay delivers them
 * @param executor what the relay runs on
 * @param closer closes everything but the relay
 */
public record OpenOutbox(
        String storeName, OutboxStore store, Emitter emitter, Relay relay, ContainerExecutor executor, Closer closer) {

    /** Starts to deliver, on threads that have the context of the calling one. */
    void start() {
        executor.runIn(ContainerServices.contextService().currentContextExecutor());
        relay.start();
    }

    /** Has the relay look at all its partitions now. */
    void wakeAll() {
        relay.wake(Set.copyOf(relay.ownedPartitions()));
    }
}
