package org.outboxee.cdi.internal.tracing;

import java.util.Optional;

/** A bean that knows a tracing library. */
public interface TracingSource {

    /** How to trace; empty if nothing implements the library here. */
    Optional<Tracing> open();
}
