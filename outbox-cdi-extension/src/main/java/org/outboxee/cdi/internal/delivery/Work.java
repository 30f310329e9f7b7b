package org.outboxee.cdi.internal.delivery;

/** What runs within a delivery, and may throw whatever a handler throws. */
@FunctionalInterface
public interface Work {

    /** Does it. */
    void run() throws Exception;
}
