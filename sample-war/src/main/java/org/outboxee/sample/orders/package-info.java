/**
 * Customers and their orders, and the messages that an order emits. Depends on the web package only; mail and payment
 * depend on it.
 */
@NullMarked
package org.outboxee.sample.orders;

import org.jspecify.annotations.NullMarked;
