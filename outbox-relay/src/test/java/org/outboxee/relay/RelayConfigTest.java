package org.outboxee.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.outboxee.OutboxConfigurationException;

class RelayConfigTest {

    @Test
    void the_defaults_are_the_documented_ones() {
        assertThat(RelayConfig.builder().build())
                .isEqualTo(new RelayConfig(
                        16,
                        4,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(15),
                        8,
                        3,
                        Duration.ofSeconds(1),
                        Duration.ofMinutes(5),
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(1),
                        Duration.ofSeconds(10),
                        Optional.empty()));
    }

    @Test
    void every_value_can_be_set() {
        RelayConfig config = RelayConfig.builder()
                .batch(1)
                .workers(2)
                .pollInterval(Duration.ofMillis(3))
                .deliveryTimeout(Duration.ofMillis(4))
                .settleTimeout(Duration.ofMillis(5))
                .leaseMargin(Duration.ofMillis(6))
                .nodeLease(Duration.ofSeconds(7))
                .maxAttempts(7)
                .maxCrashes(8)
                .backoffInitial(Duration.ofMillis(9))
                .backoffMax(Duration.ofMillis(10))
                .shutdownTimeout(Duration.ofMillis(11))
                .unhandledDelay(Duration.ofMillis(12))
                .sampleInterval(Duration.ofSeconds(14))
                .deadRetention(Optional.of(Duration.ofMillis(13)))
                .build();

        assertThat(config)
                .isEqualTo(new RelayConfig(
                        1,
                        2,
                        Duration.ofMillis(3),
                        Duration.ofMillis(4),
                        Duration.ofMillis(5),
                        Duration.ofMillis(6),
                        Duration.ofSeconds(7),
                        7,
                        8,
                        Duration.ofMillis(9),
                        Duration.ofMillis(10),
                        Duration.ofMillis(11),
                        Duration.ofMillis(12),
                        Duration.ofSeconds(14),
                        Optional.of(Duration.ofMillis(13))));
    }

    @Test
    void all_values_out_of_range_are_reported_together_with_what_is_allowed() {
        RelayConfig.Builder builder = RelayConfig.builder()
                .batch(0)
                .workers(1001)
                .pollInterval(Duration.ZERO)
                .deliveryTimeout(Duration.ofSeconds(-1))
                .settleTimeout(Duration.ofMinutes(6))
                .leaseMargin(Duration.ofMillis(-1))
                .nodeLease(Duration.ofMillis(999))
                .maxAttempts(0)
                .maxCrashes(-1)
                .backoffInitial(Duration.ofMinutes(10))
                .shutdownTimeout(Duration.ofHours(2))
                .unhandledDelay(Duration.ofDays(2))
                .sampleInterval(Duration.ofMillis(999))
                .deadRetention(Optional.of(Duration.ZERO));

        assertThatThrownBy(builder::build)
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContainingAll(
                        "OUTBOX-02005",
                        "outbox.batch is 0; allowed is 1 to 1000",
                        "outbox.workers is 1001",
                        "outbox.poll-interval is PT0S; allowed is PT0.001S to PT1H",
                        "outbox.delivery-timeout is PT-1S",
                        "outbox.settle-timeout is PT6M",
                        "outbox.lease-margin is PT-0.001S",
                        "outbox.node-lease is PT0.999S; allowed is PT1S to PT15M",
                        "outbox.max-attempts is 0",
                        "outbox.max-crashes is -1",
                        "outbox.backoff.initial is PT10M; allowed is PT0.001S to PT5M",
                        "outbox.shutdown.timeout is PT2H",
                        "outbox.unhandled.delay is PT48H",
                        "outbox.metrics.interval is PT0.999S; allowed is PT1S to PT1H",
                        "outbox.retention.dead is PT0S; allowed is PT0.001S to PT87600H");
    }

    @Test
    void a_lease_above_thirty_minutes_is_refused_with_the_way_out() {
        RelayConfig.Builder builder =
                RelayConfig.builder().batch(100).workers(2).deliveryTimeout(Duration.ofMinutes(1));

        assertThatThrownBy(builder::build)
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContainingAll(
                        "OUTBOX-02006",
                        "PT51M6S",
                        "allowed is PT30M",
                        "outbox.batch=100",
                        "outbox.workers=2",
                        "outbox.delivery-timeout=PT1M",
                        "outbox.settle-timeout=PT5S",
                        "outbox.lease-margin=PT1S",
                        "Lower outbox.delivery-timeout or outbox.batch, or raise outbox.workers");
    }

    @Test
    void a_node_lease_that_one_late_heartbeat_would_end_is_refused() {
        RelayConfig.Builder builder =
                RelayConfig.builder().leaseMargin(Duration.ofSeconds(1)).nodeLease(Duration.ofMillis(2999));

        assertThatThrownBy(builder::build)
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContainingAll("OUTBOX-02040", "outbox.node-lease=PT2.999S", "outbox.lease-margin=PT1S");
        assertThat(builder.nodeLease(Duration.ofSeconds(3)).build().nodeLease()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void a_lease_of_thirty_minutes_is_allowed() {
        RelayConfig config = RelayConfig.builder()
                .batch(28)
                .workers(1)
                .deliveryTimeout(Duration.ofMinutes(1))
                .settleTimeout(Duration.ofSeconds(50))
                .leaseMargin(Duration.ofSeconds(10))
                .nodeLease(Duration.ofSeconds(30))
                .build();

        assertThat(LeasePolicy.of(config).lease()).isEqualTo(LeasePolicy.MAX_LEASE);
    }
}
