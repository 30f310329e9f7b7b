/** Emitting without a transaction, where the application has allowed it. */
@NullMarked
package org.outboxee.it.auto;

import org.jspecify.annotations.NullMarked;
