/** The application on both servers: business transactions with emits, and a handler that writes down its deliveries. */
@NullMarked
package org.outboxee.it.cluster.app;

import org.jspecify.annotations.NullMarked;
