/** Order per key under concurrent writers. */
@NullMarked
package org.outboxee.it.order;

import org.jspecify.annotations.NullMarked;
