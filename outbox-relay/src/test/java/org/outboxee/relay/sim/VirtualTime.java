package org.outboxee.relay.sim;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.outboxee.relay.sim.Fiber.Event;
import org.outboxee.relay.sim.Fiber.FiberThread;
import org.outboxee.spi.Ticker;

/**
 * A clock that runs when a test lets it, and the tasks that run by it. Each task has a thread, so that it can sleep in
 * the middle, but one thread runs at a time: the same test takes the same course every time. Tasks that are due at the
 * same time run in the order in which they came, or in an order drawn from a seed.
 */
public final class VirtualTime implements Ticker, InstantSource, AutoCloseable {

    /** Far more than any test does at one time: whoever gets there goes round in circles. */
    private static final int MOST_STEPS_AT_A_TIME = 100_000;

    private static final Instant EPOCH = Instant.parse("2026-03-29T00:59:58Z");

    private final ExecutorService threads = Executors.newCachedThreadPool(FiberThread::new);
    private final Semaphore driverTurn = new Semaphore(0);
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final Set<Fiber> parked = new LinkedHashSet<>();
    private final List<Fiber> lost = new ArrayList<>();
    private final List<Fiber> frozen = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final @Nullable SplittableRandom shuffle;
    private long now;
    private Duration jumped = Duration.ZERO;
    private long sequence;
    private int stepsAtThisTime;
    private boolean closing;

    private VirtualTime(@Nullable SplittableRandom shuffle) {
        this.shuffle = shuffle;
    }

    /** Tasks due at the same time run in the order in which they came. */
    public static VirtualTime inOrder() {
        return new VirtualTime(null);
    }

    /** Tasks due at the same time run in an order that the seed decides. */
    public static VirtualTime shuffled(long seed) {
        return new VirtualTime(new SplittableRandom(seed));
    }

    /** A new node's threads and timers. */
    public Node node() {
        return new Node(this);
    }

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public Instant instant() {
        return EPOCH.plusNanos(now).plus(jumped);
    }

    /** The time that has passed. */
    public Duration elapsed() {
        return Duration.ofNanos(now);
    }

    /** Lets this much time pass, and everything happen that is due by then. For the test's thread. */
    public void advance(Duration duration) {
        runUntil(() -> false, duration);
    }

    /** Lets everything happen that is due now. */
    public void settle() {
        advance(Duration.ZERO);
    }

    /**
     * Lets time pass until the condition holds.
     *
     * @return false if it does not hold within the duration
     */
    public boolean runUntil(BooleanSupplier condition, Duration atMost) {
        long end = now + atMost.toNanos();
        while (!condition.getAsBoolean()) {
            resumeDisturbed();
            Event next = events.peek();
            if (next == null || next.at > end) {
                now = end;
                return false;
            }
            step();
        }
        return true;
    }

    /** Sleeps in virtual time. For tasks. */
    public void sleep(Duration duration) throws InterruptedException {
        park(null, duration);
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted in virtual time");
        }
    }

    /** Sleeps in virtual time whatever happens; keeps the interrupt flag. For tasks. */
    public void sleepDeafly(Duration duration) {
        long end = now + duration.toNanos();
        boolean interrupted = false;
        while (now < end) {
            try {
                sleep(Duration.ofNanos(end - now));
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The tasks that are scheduled for later or sleep. */
    public long outstanding() {
        return events.stream().filter(event -> !event.fiber.node.isCrashed()).count();
    }

    /** Ends what is left and checks that no task left its thread interrupted. */
    @Override
    public void close() {
        closing = true;
        lost.forEach(fiber -> enqueue(fiber, Duration.ZERO));
        frozen.forEach(fiber -> enqueue(fiber, Duration.ZERO));
        while (!events.isEmpty()) {
            step();
        }
        threads.shutdownNow();
        if (!violations.isEmpty()) {
            throw new AssertionError(violations.toString());
        }
    }

    Event start(Fiber fiber, Duration delay) {
        return enqueue(fiber, delay);
    }

    void cancel(Event event) {
        events.remove(event);
        frozen.remove(event.fiber);
    }

    void thaw(Node node) {
        for (Fiber fiber : List.copyOf(frozen)) {
            if (fiber.node == node) {
                frozen.remove(fiber);
                enqueue(fiber, Duration.ZERO);
            }
        }
    }

    /** Sets the clock that {@link #instant()} shows; monotonic time goes on. */
    public void jump(Duration by) {
        jumped = jumped.plus(by);
    }

    boolean await(CountDownLatch latch, Duration timeout) throws InterruptedException {
        if (current() == null) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted before virtual time");
            }
            return runUntil(() -> latch.getCount() == 0, timeout);
        }
        if (latch.getCount() > 0) {
            park(latch, timeout);
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted in virtual time");
            }
        }
        return latch.getCount() == 0;
    }

    private static @Nullable Fiber current() {
        return Thread.currentThread() instanceof FiberThread thread ? thread.fiber : null;
    }

    private Event enqueue(Fiber fiber, Duration delay) {
        sequence++;
        long order = shuffle == null ? sequence : shuffle.nextLong();
        Event event = new Event(now + delay.toNanos(), order, fiber);
        fiber.wakeUp = event;
        events.add(event);
        return event;
    }

    private void step() {
        Event event = events.remove();
        stepsAtThisTime = event.at > now ? 0 : stepsAtThisTime + 1;
        now = Math.max(now, event.at);
        if (stepsAtThisTime > MOST_STEPS_AT_A_TIME && !closing) {
            throw new AssertionError("something goes on and on while the clock stands still at " + elapsed());
        }
        Fiber fiber = event.fiber;
        fiber.wakeUp = null;
        fiber.awaited = null;
        parked.remove(fiber);
        if (fiber.node.isCrashed() && !closing) {
            lost.add(fiber);
            return;
        }
        if (fiber.node.isFrozen() && !closing) {
            frozen.add(fiber);
            return;
        }
        if (fiber.thread == null) {
            if (closing) {
                return;
            }
            threads.execute(() -> run(fiber));
        } else {
            fiber.turn.release();
        }
        driverTurn.acquireUninterruptibly();
    }

    private void resumeDisturbed() {
        for (Fiber fiber : List.copyOf(parked)) {
            Event wakeUp = fiber.wakeUp;
            if (wakeUp != null && wakeUp.at > now && fiber.isDisturbed()) {
                cancel(wakeUp);
                enqueue(fiber, Duration.ZERO);
            }
        }
    }

    private void run(Fiber fiber) {
        fiber.thread = (FiberThread) Thread.currentThread();
        fiber.thread.fiber = fiber;
        try {
            fiber.task.run();
        } catch (CancellationException e) {
            // The test is over.
        } catch (Throwable e) {
            if (!closing) {
                violations.add("a task let " + e + " through");
            }
        } finally {
            if (Thread.interrupted() && !closing) {
                violations.add("a task left its thread interrupted");
            }
            fiber.thread.fiber = null;
            driverTurn.release();
        }
    }

    private void park(@Nullable CountDownLatch latch, Duration duration) {
        Fiber fiber = current();
        if (fiber == null) {
            throw new IllegalStateException("only tasks sleep; the test's thread advances");
        }
        if (closing) {
            throw new CancellationException();
        }
        ((FiberThread) Thread.currentThread()).refresh();
        fiber.awaited = latch;
        enqueue(fiber, duration);
        parked.add(fiber);
        driverTurn.release();
        fiber.turn.acquireUninterruptibly();
        if (closing) {
            throw new CancellationException();
        }
    }
}
