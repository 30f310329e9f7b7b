/** Delivering: what happens around the call of a handler on one of the container's threads. */
@NullMarked
package org.outboxee.cdi.internal.delivery;

import org.jspecify.annotations.NullMarked;
