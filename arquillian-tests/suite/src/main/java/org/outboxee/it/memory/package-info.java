/** The memory store inside a server, without a persistence unit. */
@NullMarked
package org.outboxee.it.memory;

import org.jspecify.annotations.NullMarked;
