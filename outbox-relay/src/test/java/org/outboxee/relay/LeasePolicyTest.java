package org.outboxee.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LeasePolicyTest {

    @Test
    void the_lease_covers_the_rounds_of_a_batch_one_more_and_the_settlement() {
        RelayConfig config = RelayConfig.builder().build();

        // (16 / 4 + 1) * 30 s + 5 s + 1 s
        assertThat(LeasePolicy.of(config).lease()).isEqualTo(Duration.ofSeconds(156));
    }

    @Test
    void an_incomplete_round_counts_as_one() {
        RelayConfig config = RelayConfig.builder().batch(17).workers(4).build();

        assertThat(LeasePolicy.of(config).lease()).isEqualTo(Duration.ofSeconds(186));
    }

    @Test
    void a_batch_smaller_than_the_workers_takes_one_round() {
        RelayConfig config = RelayConfig.builder().batch(2).workers(8).build();

        assertThat(LeasePolicy.of(config).lease()).isEqualTo(Duration.ofSeconds(66));
    }

    @Test
    void a_record_may_start_while_delivery_settlement_and_margin_fit_into_the_lease() {
        LeasePolicy policy = LeasePolicy.of(RelayConfig.builder().build());
        long claimStart = Long.MAX_VALUE - 5; // The ticker's origin is arbitrary, so it may overflow.
        long last = claimStart + Duration.ofMinutes(2).toNanos(); // 156 s - (30 s + 5 s + 1 s)

        assertThat(policy.mayStart(claimStart, claimStart)).isTrue();
        assertThat(policy.mayStart(claimStart, last)).isTrue();
        assertThat(policy.mayStart(claimStart, last + 1)).isFalse();
    }
}
