package org.outboxee.jpa.crash;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** Keeps the processes running, and breaks them at random. For one thread. */
final class Torment {

    /** Longer than a claim is valid, so that what a frozen node holds is delivered elsewhere. */
    private static final Duration FREEZE = RelayMain.LEASE.plusSeconds(2);

    /** Committed messages, without which nothing is proved. */
    private static final int ENOUGH = 200;

    private static final int SHORTEST_PAUSE_MILLIS = 400;
    private static final int LONGEST_PAUSE_MILLIS = 2000;

    /** The lowest throw of the dice at which the database restarts. */
    private static final int RESTART = 84;

    /** A time when a node stood still, epoch milliseconds. */
    record Frozen(String node, long from, long to) {}

    /** A process that is frozen now. */
    private record Sleeper(Child child, long since, long until) {}

    private final Plan plan;
    private final Server server;
    private final SplittableRandom random;
    private final List<Child> nodes = new ArrayList<>();
    private final List<Child> writers = new ArrayList<>();
    private final List<Child> all = new ArrayList<>();
    private final List<Frozen> frozen = new ArrayList<>();
    private final List<Sleeper> asleep = new ArrayList<>();
    private int kills;
    private int restarts;
    private int stops;

    Torment(Plan plan, Server server) {
        this.plan = plan;
        this.server = server;
        this.random = new SplittableRandom(plan.seed());
    }

    /**
     * Runs for the duration of the plan, on a slow machine for longer, until enough was committed; then all nodes live,
     * and nobody writes any more.
     */
    void run(Witness witness, Operator operator) throws Exception {
        long start = System.nanoTime();
        boolean restartTried = false;
        revive();
        while (System.nanoTime() - start < plan.duration().toNanos() || witness.sent() < ENOUGH) {
            TimeUnit.MILLISECONDS.sleep(random.nextInt(SHORTEST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS));
            thaw(false);
            operator.act();
            boolean halfway = System.nanoTime() - start > plan.duration().toNanos() / 2;
            // Also a short course has a restart.
            breakSomething(halfway && !restartTried ? RESTART : random.nextInt(100));
            restartTried |= halfway;
            revive();
        }
        thaw(true);
        for (Child writer : writers) {
            writer.stop();
        }
        writers.clear();
        keepNodes();
    }

    /** Only what is at work is broken: a process that is killed while it starts proves nothing. */
    private void breakSomething(int dice) throws Exception {
        Child node = nodes.get(random.nextInt(nodes.size()));
        Child writer = writers.get(random.nextInt(writers.size()));
        boolean awake = node.isReady() && asleep.stream().noneMatch(sleeper -> sleeper.child() == node);
        if (dice < 45 && awake) {
            node.kill();
            kills++;
        } else if (dice < 60 && writer.isReady()) {
            writer.kill();
            kills++;
        } else if (dice < 72 && awake) {
            node.freeze();
            long now = System.currentTimeMillis();
            asleep.add(new Sleeper(node, now, now + FREEZE.toMillis()));
        } else if (dice < RESTART && awake) {
            node.stop();
            stops++;
        } else if (dice >= RESTART && dice < 88 && server.restart()) {
            restarts++;
        }
    }

    private void thaw(boolean all) throws Exception {
        for (Sleeper sleeper : List.copyOf(asleep)) {
            long left = sleeper.until() - System.currentTimeMillis();
            if (all && left > 0) {
                TimeUnit.MILLISECONDS.sleep(left);
            }
            if (all || left <= 0) {
                sleeper.child().thaw();
                frozen.add(new Frozen(sleeper.child().name(), sleeper.since(), System.currentTimeMillis()));
                asleep.remove(sleeper);
            }
        }
    }

    /** Starts anew what has ended, also by itself. */
    private void revive() throws IOException {
        keepNodes();
        writers.removeIf(writer -> !writer.isAlive());
        while (writers.size() < plan.writers()) {
            writers.add(start(WriterMain.class, "writer"));
        }
    }

    /** Starts nodes in the place of those that have ended, also by themselves. */
    void keepNodes() throws IOException {
        nodes.removeIf(node -> !node.isAlive());
        while (nodes.size() < plan.nodes()) {
            nodes.add(start(RelayMain.class, "node"));
        }
    }

    private Child start(Class<?> main, String role) throws IOException {
        String name = role + "-" + (all.size() + 1);
        Child child = Child.start(main, name, plan.kind().name(), server.url(), name, Long.toString(random.nextLong()));
        all.add(child);
        return child;
    }

    /** Ends everything; whether all nodes ended when they were asked to. */
    boolean stop() throws Exception {
        boolean inOrder = true;
        for (Child child : all) {
            inOrder &= !child.isAlive() || child.stop();
        }
        return inOrder;
    }

    /** Ends everything at once. */
    void abandon() throws InterruptedException {
        for (Child child : all) {
            child.kill();
        }
    }

    /** Every process there was. */
    List<Child> all() {
        return all;
    }

    List<Frozen> frozen() {
        return frozen;
    }

    @Override
    public String toString() {
        return kills + " kills, " + frozen.size() + " freezes, " + restarts + " db_restarts, " + stops + " stops";
    }
}
