/** What operators see from outside: metrics, health, management. */
@NullMarked
package org.outboxee.it.monitor;

import org.jspecify.annotations.NullMarked;
