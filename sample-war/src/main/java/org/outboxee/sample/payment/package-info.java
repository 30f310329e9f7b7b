/** Collects the money for orders. Depends on orders and provider. */
@NullMarked
package org.outboxee.sample.payment;

import org.jspecify.annotations.NullMarked;
