package org.outboxee.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.outboxee.RetryAfterException;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.relay.sim.CapturedLog;
import org.outboxee.relay.sim.Node;
import org.outboxee.relay.sim.Sim;
import org.outboxee.spi.Delivery;

/**
 * Random courses of events in virtual time: slow and failing handlers, a store that is slow and fails, lost wake-ups,
 * executors that refuse, relays that stop, crash and take over. Whatever happens, every message is delivered, in the
 * order of its key, and one delivery of a lane at a time. A seed that fails fails every time.
 */
class SimulationTest {

    private static final int SEEDS = 60;
    private static final String[] METHODS = {"claim", "settle", "partitionsWithWork"};

    @Test
    void every_message_is_delivered_in_the_order_of_its_key_whatever_happens() {
        for (long seed = 0; seed < SEEDS; seed++) {
            try (CapturedLog log = CapturedLog.open();
                    Sim sim = Sim.shuffled(seed, 4)) {
                new Course(sim, seed).run();
                assertThat(log.unexpected()).as("seed %s", seed).isEmpty();
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    /** One course of events. */
    private static final class Course {

        private final Sim sim;
        private final SplittableRandom random;
        private final RelayConfig config;
        private final Map<String, List<String>> emitted = new HashMap<>();
        private final List<String> keyless = new ArrayList<>();
        private final List<String> violations = new ArrayList<>();
        private Node node;
        private Relay relay;
        private int nodes;
        private int messages;

        Course(Sim sim, long seed) {
            this.sim = sim;
            this.random = new SplittableRandom(seed);
            this.config = RelayConfig.builder()
                    .batch(1 + random.nextInt(16))
                    .workers(1 + random.nextInt(6))
                    .deliveryTimeout(Duration.ofSeconds(5))
                    .shutdownTimeout(Duration.ofSeconds(random.nextInt(4)))
                    .backoffInitial(Duration.ofMillis(100))
                    .backoffMax(Duration.ofSeconds(2))
                    .maxAttempts(1000)
                    .maxCrashes(1000)
                    .build();
            sim.producer().onOthers(this::handle);
            startRelay();
        }

        void run() {
            for (int step = 0; step < 150; step++) {
                act();
                sim.time().advance(Duration.ofMillis(random.nextInt(500)));
            }
            recover();
            assertThat(sim.runUntilDelivered(Duration.ofHours(2)))
                    .as("everything is delivered; left: %s", sim.store().counts())
                    .isTrue();
            relay.stop();
            check();
        }

        private void act() {
            int dice = random.nextInt(100);
            if (dice < 70) {
                emit();
            } else if (dice < 78) {
                sim.store().fail(METHODS[random.nextInt(METHODS.length)]);
            } else if (dice < 88) {
                recover();
            } else if (dice < 92) {
                node.refuse(true);
            } else if (dice < 96) {
                sim.store().latency(Duration.ofMillis(random.nextInt(200)));
            } else {
                replaceRelay();
            }
        }

        private void recover() {
            for (String method : METHODS) {
                sim.store().repair(method);
            }
            node.refuse(false);
            sim.store().latency(Duration.ZERO);
            relay.wake(Set.of(0, 1, 2, 3));
        }

        /** By a stop, a crash, or a take-over while it runs. */
        private void replaceRelay() {
            int how = random.nextInt(3);
            if (how == 0) {
                relay.stop();
            } else if (how == 1) {
                node.crash();
                sim.producer().forgetRunning();
            }
            startRelay();
        }

        private void startRelay() {
            nodes++;
            node = sim.time().node();
            relay = sim.relay(node, config, sim.producer(), "node " + nodes);
            relay.start();
        }

        private void emit() {
            String[] ids = new String[1 + random.nextInt(4)];
            for (int i = 0; i < ids.length; i++) {
                ids[i] = "m" + messages++;
            }
            int key = random.nextInt(7);
            Set<Integer> partitions;
            if (key == 0) {
                partitions = sim.emitKeyless(ids);
                keyless.addAll(List.of(ids));
            } else {
                partitions = sim.emit("key " + key, ids);
                emitted.computeIfAbsent("key " + key, unused -> new ArrayList<>())
                        .addAll(List.of(ids));
            }
            if (random.nextInt(4) > 0) {
                relay.wake(partitions);
            }
        }

        private void handle(Delivery delivery) throws Exception {
            delivery.key().ifPresent(key -> checkOrder(key, delivery.messageId()));
            int dice = random.nextInt(100);
            if (dice < 30) {
                sim.time().sleep(Duration.ofMillis(random.nextInt(2000)));
            } else if (dice < 32) {
                sim.time().sleep(Duration.ofSeconds(10));
            } else if (dice < 33) {
                sim.time().sleepDeafly(Duration.ofSeconds(8));
            } else if (dice < 43) {
                throw new IOException("down");
            } else if (dice < 46) {
                throw new RetryAfterException(Duration.ofSeconds(random.nextInt(3)), "rate limit");
            }
        }

        /** Everything before it in its lane has been delivered. */
        private void checkOrder(String key, String id) {
            List<String> lane = emitted.get(key);
            List<String> before = lane.subList(0, lane.indexOf(id));
            if (!sim.producer().completed().containsAll(before)) {
                violations.add(id + " of " + key + " came before one of " + before);
            }
        }

        private void check() {
            assertThat(violations).isEmpty();
            assertThat(sim.producer().overlaps()).isEmpty();
            assertThat(sim.store().counts()).isEqualTo(new OutboxCounts(0, 0, 0));
            emitted.values()
                    .forEach(lane -> assertThat(sim.producer().completed()).containsSubsequence(lane));
            assertThat(sim.producer().completed()).containsAll(keyless);
        }
    }
}
