/**
 * What stores, producers and codecs implement, and what the relay and the container integration call: the three seams
 * (append, store, produce) and their data.
 *
 * <p>Stability: may change in a minor release until 1.0; applications that only emit and handle never need it. Every
 * store must pass the suite in {@code outbox-store-tck}.
 */
@NullMarked
package org.outboxee.spi;

import org.jspecify.annotations.NullMarked;
