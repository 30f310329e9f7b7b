package org.outboxee.benchmarks.runs;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All benchmarks, by the name that chooses them on the command line. */
public final class Catalog {

    private static final Map<String, Benchmark> ALL = all();

    private Catalog() {}

    private static Map<String, Benchmark> all() {
        Map<String, Benchmark> all = new LinkedHashMap<>();
        all.put("append", new AppendBenchmark());
        all.put("drain", new DrainBenchmark());
        all.put("latency", new LatencyBenchmark());
        all.put("growth", new GrowthBenchmark());
        all.put("nodes", new NodesBenchmark());
        all.put("partitions", new PartitionsBenchmark());
        all.put("profile", new ProfileBenchmark());
        all.put("horizon", new HorizonBenchmark());
        return Collections.unmodifiableMap(all);
    }

    /**
     * The benchmarks that were chosen, or all.
     *
     * @throws IllegalArgumentException if there is none of a name
     */
    public static Map<String, Benchmark> choose(List<String> names) {
        if (names.isEmpty()) {
            return ALL;
        }
        Map<String, Benchmark> chosen = new LinkedHashMap<>();
        for (String name : names) {
            Benchmark benchmark = ALL.get(name);
            if (benchmark == null) {
                throw new IllegalArgumentException("There is no benchmark " + name + "; there are " + ALL.keySet());
            }
            chosen.put(name, benchmark);
        }
        return chosen;
    }
}
