package org.outboxee.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.relay.sim.CapturedLog;
import org.outboxee.relay.sim.Node;
import org.outboxee.relay.sim.Sim;
import org.outboxee.spi.Delivery;
import org.outboxee.spi.PartitionOwner;
import org.outboxee.spi.Producer;

/**
 * Several nodes on one outbox in virtual time, which start, stop, crash, freeze and thaw at random, on a store that is
 * slow, fails and loses answers, with a clock that jumps. Whatever happens: no two living nodes deliver the same
 * record, or two of a lane, at a time; lanes are delivered in order; everything is delivered; no partition is without a
 * living owner for much longer than a node lease; and in quiet times shares are fair. Scenarios 11, 12, 13, 14, 16, 17.
 */
class ClusterSimulationTest {

    private static final int SEEDS = Integer.getInteger("outbox.cluster.seeds", 60);
    private static final int STEPS = 250;
    private static final int PARTITIONS = 7;
    private static final int MOST_NODES = 4;
    private static final Duration NODE_LEASE = Duration.ofSeconds(2);

    /** The node lease, an interval to see the last beat, one to notice, and what a hand-over may wait for. */
    private static final Duration LONGEST_WITHOUT_OWNER = Duration.ofSeconds(8);

    private static final String[] STORE = {"claim", "settle", "partitionsWithWork"};
    private static final String[] LEASES = {"beat", "look", "takeOver", "release", "bury"};
    private static final String[] ANSWERS = {"beat", "takeOver", "release"};

    @Test
    void nodes_share_the_work_whatever_happens_to_them() {
        long first = Long.getLong("outbox.test.seed", 0);
        long last = System.getProperty("outbox.test.seed") == null ? SEEDS - 1 : first;
        for (long seed = first; seed <= last; seed++) {
            try (CapturedLog log = CapturedLog.open();
                    Sim sim = Sim.shuffled(seed, PARTITIONS)) {
                new Course(sim, seed).run();
                assertThat(log.unexpected()).isEmpty();
            } catch (AssertionError e) {
                throw new AssertionError("-Doutbox.test.seed=" + seed, e);
            }
        }
    }

    /** A node and its relay. */
    private record Member(Node node, Relay relay) {}

    /** A delivery that runs, and how often its node had been frozen when it began. */
    private record Running(Node node, int freezes) {

        /** A node that crashed or was frozen meanwhile is not one that the others could know to be living. */
        boolean counts() {
            return node.isAwake() && node.freezes() == freezes;
        }
    }

    /** One course of events. */
    private static final class Course {

        private final Sim sim;
        private final SplittableRandom random;
        private final RelayConfig config;
        private final List<Member> members = new ArrayList<>();
        private final Map<String, List<String>> emitted = new HashMap<>();
        private final List<String> keyless = new ArrayList<>();
        private final Set<String> completed = new HashSet<>();
        private final Map<String, Running> running = new HashMap<>();
        private final List<String> violations = new ArrayList<>();
        private final Map<Integer, Duration> ownedAt = new HashMap<>();
        private Duration lastEvent = Duration.ZERO;
        private boolean down;
        private int nodes;
        private int messages;

        Course(Sim sim, long seed) {
            this.sim = sim;
            this.random = new SplittableRandom(seed);
            this.config = RelayConfig.builder()
                    .batch(1 + random.nextInt(16))
                    .workers(1 + random.nextInt(4))
                    .pollInterval(Duration.ofMillis(200))
                    .deliveryTimeout(Duration.ofSeconds(2))
                    .settleTimeout(Duration.ofMillis(500))
                    .leaseMargin(Duration.ofMillis(200))
                    .nodeLease(NODE_LEASE)
                    .shutdownTimeout(Duration.ofMillis(random.nextInt(3000)))
                    .backoffInitial(Duration.ofMillis(100))
                    .backoffMax(Duration.ofSeconds(1))
                    .maxAttempts(1000)
                    .maxCrashes(1000)
                    .build();
            start();
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                act();
                sim.time().advance(Duration.ofMillis(random.nextInt(600)));
                watchOwners();
            }
            calm();
            assertThat(sim.runUntilDelivered(Duration.ofHours(1)))
                    .as("everything is delivered; left: %s", sim.store().counts())
                    .isTrue();
            sim.time().advance(LONGEST_WITHOUT_OWNER);
            checkShares();
            members.forEach(member -> member.relay().stop());
            checkEnd();
        }

        private void act() {
            int dice = random.nextInt(100);
            if (dice < 55) {
                emit();
            } else if (dice < 61) {
                start();
            } else if (dice < 65) {
                member().ifPresent(this::stop);
            } else if (dice < 69) {
                member().ifPresent(this::crash);
            } else if (dice < 73) {
                member().ifPresent(member -> {
                    happened();
                    member.node().freeze();
                });
            } else if (dice < 79) {
                thaw();
            } else if (dice < 83) {
                down = true;
                sim.store().fail(STORE[random.nextInt(STORE.length)]);
            } else if (dice < 86) {
                down = true;
                sim.leases().fail(LEASES[random.nextInt(LEASES.length)]);
            } else if (dice < 89) {
                sim.leases().loseAnswer(ANSWERS[random.nextInt(ANSWERS.length)]);
            } else if (dice < 91) {
                sim.store().latency(Duration.ofMillis(random.nextInt(100)));
            } else if (dice < 93) {
                sim.time().jump(Duration.ofMillis(random.nextInt(-30_000, 500)));
            } else {
                repair();
            }
        }

        private Optional<Member> member() {
            List<Member> awake =
                    members.stream().filter(member -> member.node().isAwake()).toList();
            return awake.isEmpty() ? Optional.empty() : Optional.of(awake.get(random.nextInt(awake.size())));
        }

        private void start() {
            if (members.size() < MOST_NODES) {
                happened();
                Node node = sim.time().node();
                Relay relay = sim.relay(node, config, new Handler(node), "node " + ++nodes);
                relay.start();
                members.add(new Member(node, relay));
            }
        }

        /** While the others go on. */
        private void stop(Member member) {
            happened();
            members.remove(member);
            member.relay().stop();
            happened();
        }

        private void crash(Member member) {
            happened();
            members.remove(member);
            member.node().crash();
        }

        private void thaw() {
            happened();
            members.forEach(member -> member.node().thaw());
        }

        private void repair() {
            happened();
            down = false;
            for (String method : STORE) {
                sim.store().repair(method);
            }
            sim.leases().fail(false);
            sim.store().latency(Duration.ZERO);
        }

        private void calm() {
            repair();
            thaw();
            start();
        }

        private void happened() {
            lastEvent = sim.time().elapsed();
        }

        private void emit() {
            String[] ids = IntStream.rangeClosed(0, random.nextInt(4))
                    .mapToObj(i -> "m" + messages++)
                    .toArray(String[]::new);
            int key = random.nextInt(9);
            Set<Integer> partitions;
            if (key == 0) {
                partitions = sim.emitKeyless(ids);
                keyless.addAll(List.of(ids));
            } else {
                partitions = sim.emit("key " + key, ids);
                emitted.computeIfAbsent("key " + key, unused -> new ArrayList<>())
                        .addAll(List.of(ids));
            }
            member().ifPresent(member -> member.relay().wake(partitions));
        }

        /** A partition that is being handed over still has an owner, but not for longer than that may take. */
        private void watchOwners() {
            Duration now = sim.time().elapsed();
            members.stream()
                    .filter(member -> member.node().isAwake())
                    .flatMap(member -> member.relay().ownedPartitions().stream())
                    .forEach(partition -> ownedAt.put(partition, now));
            if (down || member().isEmpty()) {
                happened();
            }
            for (int partition = 0; partition < PARTITIONS; partition++) {
                Duration since = ownedAt.getOrDefault(partition, Duration.ZERO);
                since = since.compareTo(lastEvent) > 0 ? since : lastEvent;
                if (now.minus(since).compareTo(LONGEST_WITHOUT_OWNER) > 0) {
                    violations.add("partition " + partition + " without a living owner from " + since + " to " + now);
                }
            }
        }

        private void checkShares() {
            List<Integer> owned = members.stream()
                    .flatMap(member -> member.relay().ownedPartitions().stream())
                    .sorted()
                    .toList();
            assertThat(owned)
                    .containsExactlyElementsOf(
                            IntStream.range(0, PARTITIONS).boxed().toList());
            assertThat(members)
                    .extracting(member -> member.relay().ownedPartitions().size())
                    .allMatch(share -> share == PARTITIONS / members.size()
                            || share == -Math.floorDiv(-PARTITIONS, members.size()));
        }

        private void checkEnd() {
            assertThat(violations).isEmpty();
            assertThat(sim.store().counts()).isEqualTo(new OutboxCounts(0, 0, 0));
            emitted.values().forEach(lane -> assertThat(completed).containsAll(lane));
            assertThat(completed).containsAll(keyless);
            assertThat(sim.leases().look().partitions())
                    .extracting(PartitionOwner::owner)
                    .containsOnlyNulls();
            assertThat(sim.leases().look().nodes())
                    .as("those that crashed are buried")
                    .isEmpty();
        }

        /** What a node does with its deliveries. */
        private final class Handler implements Producer {

            private final Node node;

            Handler(Node node) {
                this.node = node;
            }

            @Override
            public void deliver(Delivery delivery) throws Exception {
                String lane = delivery.key().orElse(delivery.messageId());
                Running other = running.get(lane);
                if (other != null && other.counts()) {
                    violations.add(delivery + " while another of its lane runs, at "
                            + sim.time().elapsed());
                }
                delivery.key().ifPresent(key -> checkOrder(key, delivery.messageId()));
                Running mine = new Running(node, node.freezes());
                running.put(lane, mine);
                try {
                    handle();
                    completed.add(delivery.messageId());
                } finally {
                    running.remove(lane, mine);
                }
            }

            /** Everything before it in its lane has been delivered. */
            private void checkOrder(String key, String id) {
                List<String> lane = emitted.get(key);
                List<String> before = lane.subList(0, lane.indexOf(id));
                if (!completed.containsAll(before)) {
                    violations.add(id + " of " + key + " came before one of " + before);
                }
            }

            private void handle() throws Exception {
                int dice = random.nextInt(100);
                if (dice < 30) {
                    sim.time().sleep(Duration.ofMillis(random.nextInt(1500)));
                } else if (dice < 32) {
                    sim.time().sleep(Duration.ofSeconds(5));
                } else if (dice < 40) {
                    throw new IOException("down");
                }
            }
        }
    }
}
