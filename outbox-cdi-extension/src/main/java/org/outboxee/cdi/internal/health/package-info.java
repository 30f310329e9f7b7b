/** What the outbox tells MicroProfile Health. The extension adds it where that is. */
@NullMarked
package org.outboxee.cdi.internal.health;

import org.jspecify.annotations.NullMarked;
