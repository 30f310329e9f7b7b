package org.outboxee.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxee.tck.TestMessage.keyed;
import static org.outboxee.tck.TestMessage.keyless;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.outboxee.EmitOptions;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PendingRecord;

/** A message becomes due when it was asked for, however far away that is, and not a moment earlier. */
public abstract class ScheduleContract extends StoreContract {

    /** Behind the end of signed 32-bit seconds, which is in January 2038. */
    private static final Instant IN_2040 = Instant.parse("2040-02-29T12:34:56.789Z");

    @Test
    void messageForTheYear2040IsPreviewedExactlyAndDeliveredThen() {
        node.emit(keyed("keyed", A).at(IN_2040), keyless("keyless").at(IN_2040));
        assertThat(dueTimes()).containsExactly(IN_2040, IN_2040);
        PartitionLease lease = own();
        assertThat(claim(lease)).isEmpty();
        setClock(IN_2040.minus(HOUR));
        assertThat(claim(lease)).isEmpty();
        setClock(IN_2040);
        assertThat(ids(claim(lease))).containsExactlyInAnyOrder("keyed", "keyless");
    }

    @Test
    void keyedMessageForTheYear2040HoldsItsLaneUntilThen() {
        emitInTurn(keyed("head", A).at(IN_2040), keyed("younger", A), keyed("other", B));
        PartitionLease lease = own();
        assertThat(ids(claim(lease))).containsExactly("other");
        setClock(IN_2040);
        assertThat(ids(claim(lease))).containsExactly("head", "younger");
    }

    @Test
    void keylessMessageForTheYear2040HoldsNothing() {
        emitInTurn(keyless("later").at(IN_2040), keyless("now"));
        assertThat(ids(claim(own()))).containsExactly("now");
    }

    @Test
    void latestTimeAndLongestDelayAreStoredExactly() {
        Instant before = node.store().now();
        node.emit(keyless("latest").at(EmitOptions.MAX_AT), keyless("longest").delay(EmitOptions.MAX_DELAY));
        Instant after = node.store().now();
        assertThat(dueTimes())
                .hasSize(2)
                .contains(EmitOptions.MAX_AT)
                .anySatisfy(due -> assertThat(due)
                        .isBetween(
                                before.plus(EmitOptions.MAX_DELAY).minusMillis(1), after.plus(EmitOptions.MAX_DELAY)));
        assertThat(claim(own())).isEmpty();
    }

    @Test
    void timeInThePastMeansAtOnce() {
        node.emit(
                keyless("a minute ago").at(node.store().now().minusSeconds(60)),
                keyless("1970").at(Instant.EPOCH),
                keyless("before 1970").at(Instant.parse("1582-10-04T00:00:00Z")),
                keyless("the earliest").at(Instant.MIN),
                keyless("no delay").delay(Duration.ZERO));
        assertThat(ids(claim(own())))
                .containsExactlyInAnyOrder("a minute ago", "1970", "before 1970", "the earliest", "no delay");
    }

    @Test
    void timeInThePastDoesNotOvertakeTheLane() {
        emitInTurn(keyed("first", A), keyed("second", A).at(Instant.EPOCH));
        assertThat(ids(claim(own()))).containsExactly("first", "second");
    }

    @Test
    void partOfAMillisecondIsNotCutOff() {
        node.emit(keyless("m1").at(IN_2040.plusNanos(1)));
        assertThat(dueTimes())
                .singleElement()
                .satisfies(due -> assertThat(due).isBetween(IN_2040.plusNanos(1), IN_2040.plusMillis(1)));
    }

    private List<Instant> dueTimes() {
        return node.store().queryPending(PARTITION, 10).stream()
                .map(PendingRecord::availableAt)
                .toList();
    }

    /** Sets the store's clock, give or take what passes meanwhile; never too early. */
    private void setClock(Instant to) {
        harness.advance(Duration.between(node.store().now(), to).plusMillis(1));
    }
}
