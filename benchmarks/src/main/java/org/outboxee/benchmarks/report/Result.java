package org.outboxee.benchmarks.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A figure of ours beside those of others.
 *
 * @param name what was measured
 * @param unit of all its figures
 * @param ours the outbox
 * @param floor hand-written JDBC, {@code null} where there is nothing to compare with
 * @param peers by name
 * @param goal what was asked for, in words; empty for nothing
 * @param met whether it was reached, {@code null} without a goal
 */
public record Result(
        String name,
        String unit,
        Series ours,
        @Nullable Series floor,
        Map<String, Series> peers,
        String goal,
        @Nullable Boolean met) {

    /** Copies the peers, in their order. */
    public Result {
        peers = Collections.unmodifiableMap(new LinkedHashMap<>(peers));
    }

    /** A figure without a goal. */
    public static Result of(String name, String unit, Series ours) {
        return new Result(name, unit, ours, null, Map.of(), "", null);
    }

    /** The same beside hand-written JDBC. */
    public Result besideFloor(Series value) {
        return new Result(name, unit, ours, value, peers, goal, met);
    }

    /** The same beside one more peer. */
    public Result beside(String peer, Series value) {
        Map<String, Series> more = new LinkedHashMap<>(peers);
        more.put(peer, value);
        return new Result(name, unit, ours, floor, more, goal, met);
    }

    /** The same with a goal. */
    public Result withGoal(String words, boolean reached) {
        return new Result(name, unit, ours, floor, peers, words, reached);
    }
}
