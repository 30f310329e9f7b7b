package org.outboxee.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.outboxee.relay.sim.CapturedLog;
import org.outboxee.relay.sim.Sim;
import org.outboxee.relay.sim.TestProducer;
import org.outboxee.relay.sim.TestStore;
import org.outboxee.relay.sim.VirtualTime;

/** A test of the relay in virtual time. */
abstract class SimTest {

    CapturedLog log;
    Sim sim;
    VirtualTime time;
    TestStore store;
    TestProducer producer;

    /** Opens the outbox of this test; override for another one. */
    Sim open() {
        return Sim.create();
    }

    @BeforeEach
    void openSim() {
        log = CapturedLog.open();
        sim = open();
        time = sim.time();
        store = sim.store();
        producer = sim.producer();
    }

    @AfterEach
    void closeSim() {
        try {
            assertThat(log.unexpected()).isEmpty();
            assertThat(producer.overlaps()).as("G3 and G4").isEmpty();
        } finally {
            sim.close();
            log.close();
        }
    }

    static RelayConfig.Builder config() {
        return RelayConfig.builder();
    }

    static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    static Duration millis(long millis) {
        return Duration.ofMillis(millis);
    }

    /** Wakes the relay and lets everything happen that is due at once. */
    void deliver(Relay relay, Set<Integer> partitions) {
        relay.wake(partitions);
        time.settle();
    }
}
