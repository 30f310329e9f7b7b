/** What travels with a message, and how large it may be. */
@NullMarked
package org.outboxee.it.message;

import org.jspecify.annotations.NullMarked;
