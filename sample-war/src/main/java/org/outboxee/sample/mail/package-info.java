/** Tells customers about their orders by mail, once each. Depends on orders, provider and web. */
@NullMarked
package org.outboxee.sample.mail;

import org.jspecify.annotations.NullMarked;
