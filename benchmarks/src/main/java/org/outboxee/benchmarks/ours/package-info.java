/** The outbox under test, with the JPA store in an application's persistence unit. */
@NullMarked
package org.outboxee.benchmarks.ours;

import org.jspecify.annotations.NullMarked;
