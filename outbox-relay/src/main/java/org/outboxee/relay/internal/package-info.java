/** How the relay does it. Nobody outside the relay may use this package. */
@NullMarked
package org.outboxee.relay.internal;

import org.jspecify.annotations.NullMarked;
