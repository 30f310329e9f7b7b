/**
 * The container side: finds the handlers, enlists emits in JTA and runs the relay on the managed executors. It may use
 * the API and the relay, and no store.
 */
@NullMarked
package org.outboxee.cdi;

import org.jspecify.annotations.NullMarked;
