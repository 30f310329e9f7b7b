package org.outboxee.relay.sim;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.outboxee.relay.RelayExecutor;
import org.outboxee.relay.sim.Fiber.Kind;

/** What a relay runs on in virtual time. Can refuse tasks, can freeze, and can crash. */
public final class Node implements RelayExecutor {

    private final VirtualTime time;
    private final Pace pace;
    private boolean refusing;
    private boolean refusingDeliveries;
    private boolean refusingTimers;
    private boolean crashed;
    private boolean frozen;
    private int freezes;
    private int refusals;
    private int deliveryTasks;

    Node(VirtualTime time, Pace pace) {
        this.time = time;
        this.pace = pace;
    }

    VirtualTime time() {
        return time;
    }

    @Override
    public void execute(Runnable task) {
        refuseIf(refusing);
        time.start(new Fiber(this, Kind.TASK, task, pace.taskSleeps()), pace.delay());
    }

    @Override
    public void executeDelivery(Runnable task) {
        refuseIf(refusing || refusingDeliveries);
        deliveryTasks++;
        time.start(new Fiber(this, Kind.DELIVERY, task, pace.deliverySleeps()), pace.delay());
    }

    @Override
    public void executeHeartbeat(Runnable task) {
        refuseIf(refusing);
        time.start(new Fiber(this, Kind.HEARTBEAT, task, true), Duration.ZERO);
    }

    /** Runs what an application does on this node, which may sleep. */
    public void run(Runnable task) {
        time.start(new Fiber(this, Kind.TASK, task, true), Duration.ZERO);
    }

    @Override
    public Cancellable schedule(Runnable task, Duration delay) {
        refuseIf(refusing || refusingTimers);
        Fiber fiber = new Fiber(this, Kind.TIMER, task, false);
        time.start(fiber, delay);
        return () -> time.cancel(fiber);
    }

    @Override
    public boolean await(CountDownLatch latch, Duration timeout) throws InterruptedException {
        return time.await(latch, timeout);
    }

    /** Whether every task is refused from now on. */
    public void refuse(boolean all) {
        refusing = all;
    }

    /** Whether deliveries are refused from now on. */
    public void refuseDeliveries(boolean deliveries) {
        refusingDeliveries = deliveries;
    }

    /** Whether timers are refused from now on. */
    public void refuseTimers(boolean timers) {
        refusingTimers = timers;
    }

    /** How many tasks were taken for deliveries. */
    public int deliveryTasks() {
        return deliveryTasks;
    }

    /** Nothing of this node runs any more, and nobody is told. */
    public void crash() {
        crashed = true;
    }

    /** Nothing of this node runs until it thaws, as in a pause of its JVM. */
    public void freeze() {
        frozen = true;
        freezes++;
    }

    /** Goes on where it was, with everything at once that is overdue. */
    public void thaw() {
        frozen = false;
        time.thaw(this);
    }

    /** How often it has refused a task. */
    public int refusals() {
        return refusals;
    }

    /** How often it has been frozen. */
    public int freezes() {
        return freezes;
    }

    /** Whether it is frozen. */
    public boolean isFrozen() {
        return frozen;
    }

    /** Whether it runs: it has not crashed and is not frozen. */
    public boolean isAwake() {
        return !crashed && !frozen;
    }

    boolean isCrashed() {
        return crashed;
    }

    /** In turn as a full executor does, and as one whose own code is broken. */
    private void refuseIf(boolean refused) {
        if (refused && refusals++ % 2 == 0) {
            throw new RejectedExecutionException("refused by the test");
        }
        if (refused) {
            throw new NoClassDefFoundError("a class of the executor, says the test");
        }
    }
}
