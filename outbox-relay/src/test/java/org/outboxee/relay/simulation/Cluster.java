package org.outboxee.relay.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.outboxee.relay.Relay;
import org.outboxee.relay.sim.Node;
import org.outboxee.relay.sim.Pace;

/** The nodes of a course. Those that stop, or have crashed, are not among its members any more. */
final class Cluster {

    static final int MOST_NODES = 4;

    private final World world;
    private final Outbox outbox;
    private final Running running;
    private final List<Member> members = new ArrayList<>();
    private final List<Node> all = new ArrayList<>();
    private final List<Member> stopping = new ArrayList<>();

    /** A node, its relay, and whether that handles everything. */
    record Member(Node node, Relay relay, boolean handlesAll) {}

    Cluster(World world, Outbox outbox) {
        this.world = world;
        this.outbox = outbox;
        running = new Running(world);
    }

    List<Member> members() {
        return members;
    }

    /** One that has not crashed, is not frozen and does not stop; empty if there is none. */
    Optional<Member> any() {
        List<Member> awake = new ArrayList<>(members.size());
        for (Member member : members) {
            if (member.node().isAwake()) {
                awake.add(member);
            }
        }
        return awake.isEmpty()
                ? Optional.empty()
                : Optional.of(awake.get(world.random().nextInt(awake.size())));
    }

    void start(boolean handlesAll) {
        if (members.size() >= MOST_NODES) {
            return;
        }
        world.journal().happened(Happening.START);
        Node node = world.time().node(new Unsteady(world, outbox.store()));
        all.add(node);
        String owner = "node " + all.size();
        Map<String, Set<String>> handled = handlesAll ? Mail.ALL : Mail.SOME;
        Relay.Builder relay = Relay.builder()
                .store(outbox.store())
                .leases(outbox.leases())
                .producer(new WatchedProducer(world, running, node, owner, handled))
                .executor(node)
                .config(world.config())
                .partitions(outbox.partitions())
                .owner(owner)
                .ticker(world.time())
                .random(new SplittableRandom(world.random().nextLong()));
        outbox.mutation().relay(relay, world.config());
        Member member = new Member(node, relay.build(), handlesAll);
        member.relay().start();
        members.add(member);
    }

    /** A node that handles all, if need be in place of another one. */
    void startInPlace() {
        if (members.size() >= MOST_NODES) {
            stop(members.get(0));
        }
        start(true);
    }

    /** While the others go on, and perhaps crashes meanwhile. */
    void stop(Member member) {
        world.journal().happened(Happening.STOP);
        members.remove(member);
        stopping.add(member);
        member.node().run(() -> {
            member.relay().stop();
            stopping.remove(member);
        });
    }

    /** One of the members, or of those that stop. */
    void crash() {
        List<Member> candidates = new ArrayList<>(members);
        candidates.addAll(stopping);
        if (candidates.isEmpty()) {
            return;
        }
        world.journal().happened(Happening.CRASH);
        Member member = candidates.get(world.random().nextInt(candidates.size()));
        members.remove(member);
        stopping.remove(member);
        member.node().crash();
    }

    void freeze(Member member) {
        world.journal().happened(Happening.FREEZE);
        member.node().freeze();
    }

    void thawOne() {
        List<Node> frozen = all.stream().filter(Node::isFrozen).toList();
        if (!frozen.isEmpty()) {
            world.journal().happened(Happening.THAW);
            frozen.get(world.random().nextInt(frozen.size())).thaw();
        }
    }

    void thaw() {
        for (Node node : all) {
            if (node.isFrozen()) {
                world.journal().happened(Happening.THAW);
                node.thaw();
            }
        }
    }

    void refuseNothing() {
        all.forEach(node -> {
            node.refuse(false);
            node.refuseDeliveries(false);
            node.refuseTimers(false);
        });
    }

    /** Whether some node is about to stop. */
    boolean isStopping() {
        return !stopping.isEmpty();
    }

    int refusals() {
        return all.stream().mapToInt(Node::refusals).sum();
    }

    /** Whether the members own all partitions, and each a fair share. */
    boolean sharesAreFair() {
        int partitions = outbox.partitions();
        int owned = 0;
        for (Member member : members) {
            int share = member.relay().ownedPartitions().size();
            owned += share;
            if (share < partitions / members.size() || share > -Math.floorDiv(-partitions, members.size())) {
                return false;
            }
        }
        return owned == partitions;
    }

    /** Threads that come late, and of which only some are there to sleep. */
    private record Unsteady(World world, FaultyStore store) implements Pace {

        @Override
        public Duration delay() {
            if (!world.chance(15)) {
                return Duration.ZERO;
            }
            world.journal().happened(Happening.DELAYED_TASK);
            return world.upTo(world.config().pollInterval().dividedBy(10));
        }

        @Override
        public boolean taskSleeps() {
            return store.isSlow();
        }

        @Override
        public boolean deliverySleeps() {
            return world.chance(20);
        }
    }
}
