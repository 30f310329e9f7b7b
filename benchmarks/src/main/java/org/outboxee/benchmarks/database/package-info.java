/** The PostgreSQL server of a run, and the business that its transactions do. */
@NullMarked
package org.outboxee.benchmarks.database;

import org.jspecify.annotations.NullMarked;
