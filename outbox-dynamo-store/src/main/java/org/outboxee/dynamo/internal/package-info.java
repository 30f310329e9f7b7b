/** How the outbox lives in its table: keys, items, requests. Only {@code org.outboxee.dynamo} may use it. */
@NullMarked
package org.outboxee.dynamo.internal;

import org.jspecify.annotations.NullMarked;
