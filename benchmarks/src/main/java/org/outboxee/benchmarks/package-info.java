/**
 * How fast the outbox is, beside its peers and beside what hand-written JDBC does with the same guarantees. The command
 * is in {@code CONTRIBUTING.md}.
 */
@NullMarked
package org.outboxee.benchmarks;

import org.jspecify.annotations.NullMarked;
