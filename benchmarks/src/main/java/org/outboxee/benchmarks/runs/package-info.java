/** The benchmarks: what is set up, measured and asked of it. */
@NullMarked
package org.outboxee.benchmarks.runs;

import org.jspecify.annotations.NullMarked;
