package org.outboxee.relay.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.outboxee.spi.Claim;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Failure;
import org.outboxee.spi.Settlement;
import org.outboxee.spi.Settlement.Completed;
import org.outboxee.spi.Settlement.Failed;
import org.outboxee.spi.Settlement.Released;

/** When a partition is claimed from again. */
class ReadyPartitionsTest {

    private final ReadyPartitions ready = new ReadyPartitions();

    @Test
    void partitions_are_taken_in_the_order_in_which_they_were_marked() {
        ready.mark(List.of(2, 0));
        ready.mark(List.of(1, 2));

        assertThat(List.of(ready.take(), ready.take(), ready.take())).containsExactly(2, 0, 1);
        assertThat(ready.take()).isNull();
    }

    @Test
    void a_claim_that_was_full_or_says_more_keeps_its_partition_ready() {
        claim(true, false, "m1");
        assertThat(ready.take()).isZero();

        claim(false, true, "m2");
        assertThat(ready.take()).isZero();

        claim(false, false, "m3");
        assertThat(ready.take()).isNull();
    }

    @Test
    void a_store_that_says_more_and_returns_nothing_is_asked_again_a_few_times_only() {
        int asked = 0;
        ready.mark(List.of(0));
        for (Integer partition = ready.take(); partition != null && asked < 100; partition = ready.take()) {
            asked++;
            ready.claimed(partition, new Claim(List.of(), true), false);
        }
        assertThat(asked).isEqualTo(3);

        ready.mark(List.of(0));
        assertThat(ready.take()).as("the poll decides").isZero();
    }

    @Test
    void the_end_of_a_lane_makes_its_partition_ready_if_records_behind_it_may_have_been_blocked() {
        claim(false, false, "m1", "m2");
        ready.mark(List.of(0));
        claim(false, false);

        settle(new Completed(record("m1")), 0);
        assertThat(ready.size()).isZero();
        settle(new Completed(record("m2")), 0);
        assertThat(ready.take()).isZero();
    }

    @Test
    void the_end_of_a_lane_is_nothing_new_if_nothing_was_claimed_meanwhile() {
        claim(false, false, "m1");

        settle(new Completed(record("m1")), 0);

        assertThat(ready.size()).isZero();
    }

    @Test
    void a_failed_head_ends_its_lane_with_the_tail_that_is_released_with_it() {
        claim(false, false, "m1", "m2", "m3");
        ready.take();
        ready.mark(List.of(0));
        claim(false, false);

        settle(new Failed(record("m1"), Duration.ofSeconds(1), new Failure("no")), 2);

        assertThat(ready.take()).isZero();
    }

    @Test
    void what_is_given_back_without_a_wait_can_be_claimed_at_once() {
        claim(false, false, "m1", "m2");

        settle(new Released(record("m1"), Duration.ofSeconds(1)), 0);
        assertThat(ready.size()).isZero();

        settle(new Released(record("m2"), Duration.ZERO), 0);
        assertThat(ready.take()).isZero();
    }

    @Test
    void a_result_that_comes_twice_does_no_harm() {
        claim(false, false, "m1");
        settle(new Completed(record("m1")), 0);
        settle(new Completed(record("m1")), 0);

        claim(false, false, "m2");
        ready.mark(List.of(0));
        claim(false, false);
        settle(new Completed(record("m2")), 0);

        assertThat(ready.take()).isZero();
    }

    private void claim(boolean full, boolean more, String... ids) {
        ready.mark(List.of(0));
        Integer partition = ready.take();
        List<ClaimedRecord> records =
                Stream.of(ids).map(ReadyPartitionsTest::record).toList();
        ready.claimed(partition, new Claim(records, more), full);
    }

    private void settle(Settlement settlement, int tail) {
        ready.settled(new Settling(settlement, tail));
    }

    private static ClaimedRecord record(String id) {
        return Records.record(id, "key");
    }
}
