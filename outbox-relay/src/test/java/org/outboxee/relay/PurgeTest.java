package org.outboxee.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.outboxee.PermanentFailureException;
import org.outboxee.relay.sim.Sim;
import org.outboxee.spi.Retention;

/** What was kept long enough is deleted. */
class PurgeTest extends SimTest {

    private static final Duration DAY = Duration.ofDays(1);

    @Override
    Sim open() {
        return Sim.create(2, new Retention(DAY, DAY));
    }

    @Test
    void delivered_records_are_deleted_when_their_time_is_over() {
        Relay relay = sim.start(rarelyPolling().build());
        deliver(relay, sim.emitKeyless("m1", "m2"));
        assertThat(store.counts().delivered()).isEqualTo(2);

        time.advance(DAY.minus(Duration.ofMinutes(2)));
        assertThat(store.counts().delivered()).isEqualTo(2);

        time.advance(Duration.ofMinutes(4));
        assertThat(store.counts().delivered()).isZero();
    }

    @Test
    void a_backlog_is_deleted_in_pieces_without_waiting_for_the_next_minute() {
        Relay relay = sim.start(rarelyPolling().batch(1000).workers(1000).build());
        deliver(
                relay,
                sim.emitKeyless(IntStream.range(0, 1201).mapToObj(i -> "m" + i).toArray(String[]::new)));
        assertThat(store.counts().delivered()).isEqualTo(1201);
        time.advance(DAY.minus(Duration.ofMinutes(1)));
        store.purges().clear();

        time.advance(Duration.ofSeconds(90));

        assertThat(store.counts().delivered()).isZero();
        assertThat(store.purges()).hasSizeGreaterThanOrEqualTo(3).containsOnly(List.of(0, 1));
    }

    @Test
    void dead_letters_stay_by_default() {
        Relay relay = sim.start(rarelyPolling().build());
        kill(relay, "m1");

        time.advance(Duration.ofDays(20));

        assertThat(store.counts().dead()).isEqualTo(1);
    }

    @Test
    void dead_letters_are_deleted_after_their_retention() {
        Relay relay = sim.start(rarelyPolling().deadRetention(Optional.of(DAY)).build());
        kill(relay, "m1");

        time.advance(DAY.minus(Duration.ofMinutes(2)));
        assertThat(store.counts().dead()).isEqualTo(1);
        time.advance(Duration.ofMinutes(4));
        assertThat(store.counts().dead()).isZero();
    }

    @Test
    void a_purge_that_fails_is_logged_and_tried_again() {
        Relay relay = sim.start(rarelyPolling().deadRetention(Optional.of(DAY)).build());
        kill(relay, "m1");
        store.fail("purge");
        time.advance(DAY.plus(Duration.ofMinutes(2)));
        assertThat(store.counts().dead()).isEqualTo(1);
        assertThat(log.lines("OUTBOX-02034")).isNotEmpty();

        store.repair("purge");
        time.advance(Duration.ofMinutes(2));

        assertThat(store.counts().dead()).isZero();
    }

    @Test
    void nothing_is_deleted_after_the_stop() {
        Relay relay = sim.start(rarelyPolling().deadRetention(Optional.of(DAY)).build());
        kill(relay, "m1");
        relay.stop();
        store.purges().clear();

        time.advance(DAY.multipliedBy(2));

        assertThat(store.purges()).isEmpty();
        assertThat(store.counts().dead()).isEqualTo(1);
    }

    private static RelayConfig.Builder rarelyPolling() {
        return config().pollInterval(Duration.ofHours(1))
                .sampleInterval(Duration.ofHours(1))
                .nodeLease(Duration.ofMinutes(15));
    }

    private void kill(Relay relay, String id) {
        producer.on(id, delivery -> {
            throw new PermanentFailureException("no");
        });
        deliver(relay, sim.emitKeyless(id));
        assertThat(store.counts().dead()).isEqualTo(1);
    }
}
