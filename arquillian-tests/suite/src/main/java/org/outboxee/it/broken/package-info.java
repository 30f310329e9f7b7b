/** An application that must not be deployed. */
@NullMarked
package org.outboxee.it.broken;

import org.jspecify.annotations.NullMarked;
