package org.outboxee.relay.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.outboxee.relay.sim.CapturedLog;
import org.outboxee.relay.sim.Strands;

/** The simulation sees when a rule is broken: what would its silence be worth otherwise? */
class MutationTest {

    /** A mutation that is not caught by then is not caught. */
    private static final int MOST_SEEDS = 1000;

    /** A mutation, and the checks of which one has to catch it. */
    private record Broken(Mutation mutation, Set<Check> checks) {}

    @TestFactory
    Stream<DynamicTest> a_broken_rule_is_caught_and_the_same_course_is_clean_without_it() {
        return Stream.of(
                        new Broken(Mutation.NO_FENCE, EnumSet.of(Check.FENCE)),
                        new Broken(Mutation.NO_TOKEN, EnumSet.of(Check.TOKEN)),
                        new Broken(Mutation.NO_SAFE_START, EnumSet.of(Check.SAFE_START)),
                        new Broken(Mutation.NO_HEAD_OF_LINE, EnumSet.of(Check.HEAD_OF_LINE, Check.ORDER)),
                        new Broken(Mutation.NO_UNPARKING, EnumSet.of(Check.EVERYTHING_ENDS)))
                .map(broken -> DynamicTest.dynamicTest(broken.mutation().name(), () -> isCaught(broken)));
    }

    private static void isCaught(Broken broken) {
        try (CapturedLog log = CapturedLog.unexpectedOnly();
                Strands strands = new Strands()) {
            long seed = 0;
            Journal journal = Course.run(seed, broken.mutation(), strands);
            while (journal.violated() == null && seed < MOST_SEEDS) {
                journal = Course.run(++seed, broken.mutation(), strands);
            }
            System.out.println(
                    broken.mutation() + " is caught by " + journal.violated() + " in the course of seed " + seed);
            assertThat(journal.violated()).isIn(broken.checks());
            assertThat(Course.run(seed, Mutation.NONE, strands).violated()).isNull();
            assertThat(log.unexpected()).isEmpty();
        }
    }
}
