package org.outboxee.cdi.internal.metrics;

import java.util.Optional;

/** A bean that knows a metrics library. */
public interface MetersSource {

    /** The meters of an outbox; empty if nothing implements the library here. */
    Optional<Meters> open(String outboxName);
}
