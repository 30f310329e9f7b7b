/** What hand-written JDBC does with the same guarantees, without any library. */
@NullMarked
package org.outboxee.benchmarks.floor;

import org.jspecify.annotations.NullMarked;
