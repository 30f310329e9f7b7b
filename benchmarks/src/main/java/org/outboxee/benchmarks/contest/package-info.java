/** What is compared: outboxes behind one interface, and the interleaved rounds in which they are measured. */
@NullMarked
package org.outboxee.benchmarks.contest;

import org.jspecify.annotations.NullMarked;
