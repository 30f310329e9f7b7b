/** What was measured, and its way into {@code docs}: figures with their spread, goals, tables and plots. */
@NullMarked
package org.outboxee.benchmarks.report;

import org.jspecify.annotations.NullMarked;
