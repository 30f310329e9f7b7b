/** What an operator sees of the outbox and decides about its dead letters. Depends on orders and web. */
@NullMarked
package org.outboxee.sample.admin;

import org.jspecify.annotations.NullMarked;
