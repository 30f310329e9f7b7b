/** What kinds of payload arrive as they were emitted, with the JSON-B provider of the server. */
@NullMarked
package org.outboxee.it.payload;

import org.jspecify.annotations.NullMarked;
