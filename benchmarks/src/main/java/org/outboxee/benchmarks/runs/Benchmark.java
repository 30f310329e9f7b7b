package org.outboxee.benchmarks.runs;

import org.outboxee.benchmarks.database.Postgres;
import org.outboxee.benchmarks.report.Section;

/** One of the benchmarks. */
@FunctionalInterface
public interface Benchmark {

    /** Measures, on a server that nobody else uses meanwhile. */
    Section run(Postgres postgres, Settings settings) throws Exception;
}
