/** What handlers do in a message broker; deployed only where there is one. */
@NullMarked
package org.outboxee.it.exactlyonce.jms;

import org.jspecify.annotations.NullMarked;
