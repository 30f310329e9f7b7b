/** Handlers whose messages complete in their own transactions (G7). */
@NullMarked
package org.outboxee.it.exactlyonce;

import org.jspecify.annotations.NullMarked;
