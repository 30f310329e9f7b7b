package org.outboxee.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.outboxee.OutboxConfigurationException;

/** How a relay is put together. */
class RelayTest extends SimTest {

    @Test
    void store_leases_producer_and_executor_must_be_given() {
        assertThatThrownBy(() -> Relay.builder().partitions(1).build())
                .isInstanceOf(NullPointerException.class)
                .hasMessage("store");
        assertThatThrownBy(() -> complete().executor(null).build())
                .isInstanceOf(NullPointerException.class)
                .hasMessage("executor");
    }

    @Test
    void the_number_of_partitions_must_be_in_range() {
        assertThatThrownBy(() -> complete().partitions(0).build())
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContaining("outbox.partitions is 0; allowed is 1 to 1024");
        assertThatThrownBy(() -> complete().partitions(1025).build()).isInstanceOf(OutboxConfigurationException.class);
    }

    @Test
    void the_owner_must_fit_into_stores() {
        assertThatThrownBy(() -> complete().owner("").build()).isInstanceOf(OutboxConfigurationException.class);
        assertThatThrownBy(() -> complete().owner("x".repeat(101)).build())
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContaining("100 characters");
        assertThat(complete().owner("x".repeat(100)).build()).asString().contains("xxx");
    }

    @Test
    void every_relay_is_an_owner_of_its_own_unless_told_otherwise() {
        assertThat(complete().build().toString())
                .isNotEqualTo(complete().build().toString());
    }

    private Relay.Builder complete() {
        return Relay.builder()
                .store(store)
                .leases(sim.leases())
                .producer(producer)
                .executor(time.node())
                .partitions(1);
    }
}
