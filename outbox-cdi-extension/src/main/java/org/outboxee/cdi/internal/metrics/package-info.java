/**
 * What the outbox counts, in the metrics library that the server has. The libraries are optional: each is mentioned in
 * classes of its own, which the extension adds where it is.
 */
@NullMarked
package org.outboxee.cdi.internal.metrics;

import org.jspecify.annotations.NullMarked;
