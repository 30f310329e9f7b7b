/** Emitting, from everywhere in an application where a transaction may be active. */
@NullMarked
package org.outboxee.it.emit;

import org.jspecify.annotations.NullMarked;
