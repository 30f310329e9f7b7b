/**
 * A stopwatch from the commit of an order to the handler that confirms it. Only in the WAR of the build's
 * {@code latency} profile.
 */
@NullMarked
package org.outboxee.sample.latency;

import org.jspecify.annotations.NullMarked;
