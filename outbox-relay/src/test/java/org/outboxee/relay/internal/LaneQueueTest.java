package org.outboxee.relay.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.outboxee.relay.RelayConfig;
import org.outboxee.spi.ClaimedRecord;

/** How much may be claimed, for a batch of 16 and 4 workers. */
class LaneQueueTest {

    private final LaneQueue queue =
            new LaneQueue(16, 4, Limits.of(RelayConfig.builder().build()));

    @Test
    void an_idle_relay_claims_a_batch() {
        assertThat(queue.limit()).isEqualTo(16);
    }

    @Test
    void free_workers_count_besides_what_may_still_wait() {
        start(lane(13));

        // 3 free workers, and 16 - 12 that may wait.
        assertThat(queue.limit()).isEqualTo(7);
    }

    @Test
    void free_workers_count_however_much_waits_behind_busy_ones() {
        start(lane(16));
        start(lane(16));

        assertThat(queue.limit()).isEqualTo(2);
    }

    @Test
    void lanes_that_wait_for_a_worker_need_no_further_claim() {
        start(lane(1), lane(1), lane(1), lane(1));
        assertThat(queue.limit()).as("a prefetch").isEqualTo(16);

        add(lane(1), lane(1), lane(1), lane(1));
        assertThat(queue.limit()).as("half a batch more").isEqualTo(8);

        add(lane(1));
        assertThat(queue.limit()).as("too little to be worth a claim").isZero();
    }

    @Test
    void what_waits_stays_within_two_batches_even_with_many_free_workers() {
        LaneQueue many = new LaneQueue(16, 100, Limits.of(RelayConfig.builder().build()));
        for (int i = 0; i < 2; i++) {
            many.add(lane(17));
            many.assign().forEach(many::next);
        }

        assertThat(many.limit()).as("one at a time").isEqualTo(1);
    }

    @Test
    void a_closed_queue_takes_nothing_and_gives_back_what_waits() {
        LaneWork running = start(lane(3));
        LaneWork waiting = lane(2);
        start(lane(1), lane(1), lane(1));
        add(waiting);

        List<List<ClaimedRecord>> revoked = queue.close();

        assertThat(revoked).extracting(List::size).containsExactlyInAnyOrder(2, 2);
        assertThat(queue.add(lane(1))).isFalse();
        assertThat(queue.limit()).isZero();
        assertThat(queue.next(running)).isNull();
        assertThat(queue.running()).hasSize(3);
    }

    @Test
    void a_worker_that_is_done_goes_on_with_the_lane_that_waits_longest() {
        LaneWork first = start(lane(1), lane(1), lane(1), lane(1));
        LaneWork older = lane(1);
        add(older, lane(1));

        assertThat(queue.finish(first)).isSameAs(older);
        assertThat(queue.assign()).isEmpty();
    }

    @Test
    void a_lane_that_no_worker_could_be_started_for_is_the_next_one() {
        LaneWork refused = lane(2);
        add(refused, lane(1));
        queue.assign();

        queue.refused(refused);

        assertThat(queue.assign()).containsExactly(refused);
        assertThat(queue.running()).isEmpty();
    }

    private void add(LaneWork... lanes) {
        for (LaneWork lane : lanes) {
            assertThat(queue.add(lane)).isTrue();
        }
    }

    /** Adds lanes and starts the first record of each; returns the first lane. */
    private LaneWork start(LaneWork... lanes) {
        add(lanes);
        List<LaneWork> assigned = queue.assign();
        assertThat(assigned).containsExactly(lanes);
        assigned.forEach(lane -> assertThat(queue.next(lane)).isNotNull());
        return lanes[0];
    }

    private static LaneWork lane(int records) {
        return new LaneWork(
                0,
                0,
                IntStream.range(0, records)
                        .mapToObj(i -> Records.record("m" + i, "key"))
                        .toList());
    }
}
