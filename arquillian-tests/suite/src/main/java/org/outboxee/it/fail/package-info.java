/** Failing deliveries: retries, dead letters, replay. */
@NullMarked
package org.outboxee.it.fail;

import org.jspecify.annotations.NullMarked;
