/** An application that looks for what others have left behind in the server. */
@NullMarked
package org.outboxee.it.probe;

import org.jspecify.annotations.NullMarked;
