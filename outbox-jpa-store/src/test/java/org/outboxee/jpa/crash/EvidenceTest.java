package org.outboxee.jpa.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.outboxee.jpa.crash.Evidence.Attempt;
import org.outboxee.jpa.crash.Evidence.Sent;
import org.outboxee.jpa.crash.Torment.Frozen;

/** The crash test can fail: what is wrong in the evidence is found, and what only looks so is not. */
class EvidenceTest {

    private static final List<Sent> SENT = List.of(new Sent("first", 1, 1), new Sent("second", 1, 2));

    private static Attempt attempt(int number, String id, String node, long started, long ended, boolean succeeded) {
        return new Attempt(number, id, node, 1, started, ended, succeeded);
    }

    private static Evidence evidence(Attempt... attempts) {
        return new Evidence(SENT, List.of(attempts), List.of(), Map.of(), List.of());
    }

    @Test
    void whatIsInOrderIsNotAccused() {
        Evidence evidence = evidence(
                attempt(1, "first", "a", 10, 20, false),
                attempt(2, "first", "b", 20, 30, true),
                attempt(3, "second", "a", 30, 40, true),
                attempt(4, "second", "a", 50, 60, true));

        assertThat(evidence.lost()).isEmpty();
        assertThat(evidence.phantom()).isEmpty();
        assertThat(evidence.reordered()).isEmpty();
        assertThat(evidence.overlapping()).isEmpty();
        assertThat(evidence.duplicates()).isOne();
        assertThat(evidence.committed()).isEqualTo(2);
    }

    @Test
    void aMessageThatNobodySucceededWithIsLost() {
        assertThat(evidence(attempt(1, "first", "a", 10, 20, true), attempt(2, "second", "a", 30, 40, false))
                        .lost())
                .containsExactly("second");
    }

    @Test
    void aDeadLetterIsNotLost() {
        Attempt first = attempt(1, "first", "a", 10, 20, true);
        assertThat(new Evidence(SENT, List.of(first), List.of(), Map.of("second", Long.MAX_VALUE), List.of()).lost())
                .isEmpty();
    }

    @Test
    void aDeliveryOfWhatNobodyCommittedIsAPhantom() {
        assertThat(evidence(attempt(1, "other", "a", 10, 20, true)).phantom()).containsExactly("other");
    }

    @Test
    void anAttemptBeforeTheOneBeforeHasSucceededIsReordered() {
        assertThat(evidence(
                                attempt(1, "first", "a", 10, 20, false),
                                attempt(2, "second", "a", 30, 40, false),
                                attempt(3, "first", "a", 50, 60, true),
                                attempt(4, "second", "a", 70, 80, true))
                        .reordered())
                .containsExactly("second before first");
    }

    @Test
    void twoDeliveriesAtOneTimeOverlap() {
        assertThat(evidence(attempt(1, "first", "a", 10, 30, true), attempt(2, "first", "b", 20, 40, true))
                        .overlapping())
                .hasSize(1);
    }

    @Test
    void twoDeliveriesMayOverlapOnlyIfANodeOfThemStoodStill() {
        List<Attempt> attempts =
                List.of(attempt(1, "first", "a", 10_000, 30_000, true), attempt(2, "first", "b", 20_000, 40_000, true));
        assertThat(new Evidence(SENT, attempts, List.of(new Frozen("a", 15, 25)), Map.of(), List.of()).overlapping())
                .isEmpty();
        assertThat(new Evidence(SENT, attempts, List.of(new Frozen("c", 15, 25)), Map.of(), List.of()).overlapping())
                .hasSize(1);
        assertThat(new Evidence(SENT, attempts, List.of(new Frozen("a", 50, 60)), Map.of(), List.of()).overlapping())
                .hasSize(1);
    }

    @Test
    void anEffectIsThereOnceAndOnlyOfWhatWasCommitted() {
        Evidence evidence =
                new Evidence(SENT, List.of(), List.of(), Map.of(), List.of("first", "second", "second", "other"));
        assertThat(evidence.wrongEffects()).containsExactly("second", "other");
        assertThat(evidence.lost()).isEmpty();
    }

    @Test
    void aDeliveryThatSucceedsLeavesItsEffect() {
        String id = "first" + Evidence.WITH_EFFECT;
        Evidence evidence = evidence(
                attempt(1, id, "a", 10, 20, false),
                attempt(2, id, "a", 20, 30, true),
                attempt(3, "second", "a", 30, 40, true));
        assertThat(evidence.wrongEffects()).containsExactly(id);
    }

    @Test
    void nothingIsDeliveredAfterItsDiscard() {
        List<Attempt> attempts =
                List.of(attempt(1, "first", "a", 10, 20, false), attempt(2, "second", "a", 20, 30, true));
        assertThat(new Evidence(SENT, attempts, List.of(), Map.of("first", 1L, "second", 2L), List.of()).revived())
                .isEmpty();
        assertThat(new Evidence(SENT, attempts, List.of(), Map.of("first", 1L, "second", 1L), List.of()).revived())
                .extracting(Attempt::id)
                .containsExactly("second");
    }
}
