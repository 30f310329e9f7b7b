/**
 * What an application sees: it injects {@link org.outboxee.Outbox}, emits messages inside its transaction, and receives
 * them in observer methods qualified by {@link org.outboxee.OutboxHandler}.
 *
 * <p>Applications and every other module may depend on this package; it depends on the CDI and inject annotations only.
 */
@NullMarked
package org.outboxee;

import org.jspecify.annotations.NullMarked;
