/** The shapes a handler may have, and the context in which it is called. */
@NullMarked
package org.outboxee.it.handle;

import org.jspecify.annotations.NullMarked;
