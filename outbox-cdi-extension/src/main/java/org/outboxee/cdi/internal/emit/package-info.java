/** Emitting: what happens between the call and the end of the caller's transaction. */
@NullMarked
package org.outboxee.cdi.internal.emit;

import org.jspecify.annotations.NullMarked;
