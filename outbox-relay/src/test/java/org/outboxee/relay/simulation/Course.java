package org.outboxee.relay.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.outboxee.relay.RelayConfig;
import org.outboxee.relay.sim.Node;
import org.outboxee.relay.sim.Strands;
import org.outboxee.relay.sim.VirtualTime;
import org.outboxee.relay.simulation.Cluster.Member;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.Ownership;
import org.outboxee.spi.PartitionOwner;
import org.outboxee.spi.Retention;

/**
 * One schedule: {@value #STEPS} random steps, then calm, in which everything has to come to its end. All of it is
 * decided by the seed.
 */
final class Course {

    static final int STEPS = 200;

    private static final List<String> NAMES = List.of(Mail.ORDER, Mail.PAYMENT, Mail.PAYMENT, Mail.NEWS);

    private final VirtualTime time;
    private final World world;
    private final SplittableRandom random;
    private final Journal journal = new Journal();
    private final Duration unit;
    private final int keys;
    private final Outbox outbox;
    private final Cluster cluster;
    private final Operator operator;
    private final Node outside;
    private int steps;
    private int messages;

    private Course(long seed, Mutation mutation, VirtualTime time) {
        this.time = time;
        random = new SplittableRandom(seed);
        // Sometimes everything takes so much longer that also the purges are due, which have an interval of their own.
        unit = Duration.ofMillis(random.nextInt(8) == 0 ? 1000 : 100);
        keys = 3 + random.nextInt(4);
        int partitions = 2 + random.nextInt(4);
        Retention retention =
                random.nextInt(4) == 0 ? new Retention(unit.multipliedBy(20), Duration.ZERO) : Retention.NONE;
        world = new World(
                time,
                random,
                journal,
                new Ledger(retention.delivered()),
                new Owners(journal, time, partitions),
                config(),
                new Jumps(time));
        outbox = new Outbox(world, partitions, retention, mutation);
        cluster = new Cluster(world, outbox);
        operator = new Operator(world, outbox.watched());
        outside = time.node();
    }

    /** Runs the course of a seed. */
    static Journal run(long seed, Mutation mutation, Strands strands) {
        try (VirtualTime time = VirtualTime.shuffled(seed, strands)) {
            Course course = new Course(seed, mutation, time);
            course.run();
            return course.journal;
        }
    }

    private RelayConfig config() {
        return RelayConfig.builder()
                .batch(1 + random.nextInt(6))
                .workers(1 + random.nextInt(4))
                .pollInterval(unit.multipliedBy(6))
                .deliveryTimeout(unit.multipliedBy(6))
                .settleTimeout(unit.multipliedBy(3))
                .leaseMargin(unit.multipliedBy(1 + random.nextInt(2)))
                .nodeLease(unit.multipliedBy(15))
                .shutdownTimeout(unit.multipliedBy(random.nextInt(10)))
                .backoffInitial(unit.dividedBy(2))
                .backoffMax(unit.multipliedBy(4))
                .maxAttempts(2 + random.nextInt(4))
                .maxCrashes(random.nextInt(4))
                .unhandledDelay(unit.multipliedBy(5))
                .deadRetention(random.nextInt(4) == 0 ? Optional.of(unit.multipliedBy(30)) : Optional.empty())
                .build();
    }

    private void run() {
        cluster.start(true);
        cluster.start(true);
        outside.schedule(this::step, Duration.ZERO);
        boolean ended = time.runUntil(
                () -> journal.violated() != null
                        || (steps == STEPS && world.ledger().open() == 0),
                unit.multipliedBy(10_000));
        journal.check(
                ended,
                Check.EVERYTHING_ENDS,
                () -> "still open: "
                        + world.ledger().entries().stream()
                                .filter(Entry::isOpen)
                                .toList());
        if (journal.violated() == null) {
            end();
        }
        journal.happened(Happening.REFUSED_TASK, cluster.refusals());
    }

    private void step() {
        act();
        steps++;
        if (steps == STEPS) {
            calm();
        } else {
            outside.schedule(this::step, pause());
        }
    }

    /** Most steps are close together, so that they meet what the steps before have begun. */
    private Duration pause() {
        int dice = random.nextInt(8);
        if (dice < 4) {
            return Duration.ZERO;
        }
        return world.upTo(dice < 7 ? unit : unit.multipliedBy(4));
    }

    private void act() {
        int dice = random.nextInt(100);
        if (dice < 38) {
            emit();
        } else if (dice < 50) {
            operate();
        } else if (dice < 72) {
            changeNodes();
        } else {
            disturb();
        }
    }

    private void operate() {
        int dice = random.nextInt(12);
        if (dice < 5) {
            operator.replay();
        } else if (dice < 6) {
            operator.replayAll();
        } else if (dice < 11) {
            operator.discard();
        } else {
            operator.search();
        }
    }

    private void changeNodes() {
        int dice = random.nextInt(17);
        if (dice < 4) {
            cluster.start(random.nextInt(5) > 0);
        } else if (dice < 6) {
            cluster.any().ifPresent(cluster::stop);
        } else if (dice < 8) {
            cluster.crash();
        } else if (dice < 12) {
            cluster.any().ifPresent(cluster::freeze);
        } else {
            cluster.thawOne();
        }
    }

    private void disturb() {
        int dice = random.nextInt(24);
        if (dice < 2) {
            outbox.store().fail(anyOf(FaultyStore.METHODS));
        } else if (dice < 4) {
            outbox.leases().fail(anyOf(FaultyLeases.METHODS));
        } else if (dice < 6) {
            outbox.leases().loseAnswer(anyOf(FaultyLeases.ANSWERS));
        } else if (dice < 10) {
            disturbSettlements();
        } else if (dice < 11) {
            journal.happened(Happening.SLOW_STORE);
            outbox.store().latency(world.upTo(unit));
        } else if (dice < 14) {
            jump();
        } else if (dice < 16) {
            cluster.any().ifPresent(this::refuse);
        } else {
            repair();
        }
    }

    private void disturbSettlements() {
        switch (random.nextInt(4)) {
            case 0 -> outbox.store().loseSettlement();
            case 1 -> outbox.store().halveSettlement();
            case 2 -> outbox.store().conflict();
            default -> outbox.store().commitAllTheSame();
        }
    }

    private void jump() {
        if (random.nextBoolean()) {
            journal.happened(Happening.CLOCK_FORWARD);
            world.jumps().jump(world.upTo(unit.multipliedBy(random.nextBoolean() ? 3 : 60)));
        } else {
            journal.happened(Happening.CLOCK_BACK);
            world.jumps().jump(world.upTo(unit.multipliedBy(60)).negated());
        }
    }

    private void refuse(Member member) {
        switch (random.nextInt(3)) {
            case 0 -> member.node().refuse(true);
            case 1 -> member.node().refuseDeliveries(true);
            default -> member.node().refuseTimers(true);
        }
    }

    private void repair() {
        outbox.store().repair();
        outbox.leases().repair();
        cluster.refuseNothing();
    }

    /** Nothing goes wrong any more, and there is a node that handles everything. */
    private void calm() {
        repair();
        cluster.thaw();
        world.jumps().catchUp();
        if (cluster.members().stream().noneMatch(Member::handlesAll)) {
            cluster.startInPlace();
        }
    }

    private void emit() {
        List<OutboxMessage> batch = new ArrayList<>(2);
        for (int left = 1 + random.nextInt(3) / 2; left > 0; left--) {
            batch.add(message());
        }
        Set<Integer> partitions = outbox.append(batch, !world.chance(8));
        Optional<Member> woken = cluster.any();
        if (world.chance(30) || woken.isEmpty()) {
            journal.happened(Happening.LOST_WAKE_UP);
        } else {
            woken.get().relay().wake(partitions);
        }
    }

    private OutboxMessage message() {
        String name = anyOf(NAMES);
        boolean delayed = world.chance(10);
        if (delayed) {
            journal.happened(Happening.DELAYED_MESSAGE);
        }
        if (name.equals(Mail.NEWS)) {
            journal.happened(Happening.UNBOUND_MESSAGE);
        }
        int key = random.nextInt(keys + 1);
        return Mail.message(
                "m" + messages++ + (world.chance(6) ? "!" : ""),
                name,
                key == 0 ? null : "key " + key,
                delayed ? world.upTo(unit.multipliedBy(10)) : Duration.ZERO);
    }

    /** Everything is delivered or dead; now the nodes have to come to terms, and to stop. */
    private void end() {
        boolean shared = time.runUntil(
                () -> cluster.sharesAreFair()
                        && outbox.leases().look().nodes().size()
                                == cluster.members().size(),
                world.config().nodeLease().multipliedBy(4));
        journal.check(shared, Check.SHARES, () -> outbox.leases().look() + " among " + cluster.members());
        List.copyOf(cluster.members()).forEach(cluster::stop);
        boolean stopped = time.runUntil(
                () -> !cluster.isStopping(), world.config().nodeLease().multipliedBy(4));
        Ownership left = outbox.leases().look();
        journal.check(
                stopped
                        && left.nodes().isEmpty()
                        && left.partitions().stream().map(PartitionOwner::owner).allMatch(owner -> owner == null),
                Check.SHARES,
                () -> "left of the nodes: " + left);
        operator.search();
    }

    private <T> T anyOf(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
