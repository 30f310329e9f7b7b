/**
 * What the container gives: transactions, threads and timers. Depends on nothing else of the extension; everything in
 * it may be used by the rest.
 */
@NullMarked
package org.outboxee.cdi.internal.container;

import org.jspecify.annotations.NullMarked;
