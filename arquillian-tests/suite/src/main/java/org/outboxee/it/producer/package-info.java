/** An application's own producer instead of the dispatcher. */
@NullMarked
package org.outboxee.it.producer;

import org.jspecify.annotations.NullMarked;
