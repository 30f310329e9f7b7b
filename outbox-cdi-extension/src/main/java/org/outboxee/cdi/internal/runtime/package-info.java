/** The outbox while it runs: the beans, their start and stop, and the container's services behind them. */
@NullMarked
package org.outboxee.cdi.internal.runtime;

import org.jspecify.annotations.NullMarked;
