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
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.outboxee.relay.sim.Fiber.Event;
import org.outboxee.spi.Ticker;

/**
 * A clock that runs when a test lets it, and the tasks that run by it. One thread runs at a time: the same test takes
 * the same course every time. Tasks that are due at the same time run in the order in which they came, or in an order
 * drawn from a seed.
 *
 * <p>Changing threads is what costs most, so a thread that has the {@link Turn} runs whatever is due, until something
 * is due that sleeps on another thread, or a task starts that may sleep while another one sleeps on this one.
 */
public final class VirtualTime implements Ticker, InstantSource, AutoCloseable {

    /** Far more than any test does at one time: whoever gets there goes round in circles. */
    private static final int MOST_STEPS_AT_A_TIME = 100_000;

    private static final Instant EPOCH = Instant.parse("2026-03-29T00:59:58Z");

    private final Strands strands;
    private final boolean ownStrands;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final Set<Fiber> sleeping = new LinkedHashSet<>();
    private final List<Fiber> awaiting = new ArrayList<>();
    private final List<Fiber> frozen = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final @Nullable SplittableRandom shuffle;
    private final Turn driver = new Turn(Thread.currentThread());
    private BooleanSupplier until = () -> true;
    private long end;
    private boolean reached;
    private @Nullable Throwable failure;
    private long now;
    private Duration jumped = Duration.ZERO;
    private long sequence;
    private int stepsAtThisTime;
    private boolean closing;

    private VirtualTime(@Nullable SplittableRandom shuffle, Strands strands, boolean ownStrands) {
        this.shuffle = shuffle;
        this.strands = strands;
        this.ownStrands = ownStrands;
    }

    /** Tasks due at the same time run in the order in which they came. */
    public static VirtualTime inOrder() {
        return new VirtualTime(null, new Strands(), true);
    }

    /**
     * Tasks due at the same time run in an order that the seed decides, on threads that others use before and after.
     */
    public static VirtualTime shuffled(long seed, Strands strands) {
        return new VirtualTime(new SplittableRandom(seed), strands, false);
    }

    /** A new node's threads and timers. */
    public Node node() {
        return node(Pace.STEADY);
    }

    /** The same with a pace of its own. */
    public Node node(Pace pace) {
        return new Node(this, pace);
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
        driver.belongTo(Thread.currentThread());
        until = condition;
        end = now + atMost.toNanos();
        go(driver, null);
        if (failure != null) {
            throw new AssertionError(failure);
        }
        return reached;
    }

    /** Whether the task that runs may sleep. */
    public boolean maySleep() {
        Fiber fiber = current();
        return fiber != null && fiber.maySleep;
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
        long wake = now + duration.toNanos();
        boolean interrupted = false;
        while (now < wake) {
            try {
                sleep(Duration.ofNanos(wake - now));
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
        return events.stream()
                .filter(event -> event.isValid() && !event.fiber().node.isCrashed())
                .count();
    }

    /** Ends what is left and checks that no task left its thread interrupted. */
    @Override
    public void close() {
        closing = true;
        driver.belongTo(Thread.currentThread());
        for (Fiber fiber : List.copyOf(sleeping)) {
            Strand strand = fiber.strand;
            if (strand != null) {
                strand.turn.pass();
                driver.await();
            }
        }
        if (ownStrands) {
            strands.close();
        }
        if (!violations.isEmpty()) {
            throw new AssertionError(violations.toString());
        }
    }

    void start(Fiber fiber, Duration delay) {
        enqueue(fiber, delay);
    }

    void cancel(Fiber fiber) {
        fiber.cancelled = true;
        fiber.wakeUp = null;
    }

    void thaw(Node node) {
        for (Fiber fiber : List.copyOf(frozen)) {
            if (fiber.node.equals(node)) {
                frozen.remove(fiber);
                if (!fiber.cancelled) {
                    enqueue(fiber, Duration.ZERO);
                }
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

    /** Something other than time ends a sleep. */
    void disturb(Fiber fiber) {
        Event wakeUp = fiber.wakeUp;
        if (wakeUp != null && wakeUp.at() > now) {
            enqueue(fiber, Duration.ZERO);
        }
    }

    /** Starts a task on a thread that has just got its turn, and goes on until somebody else's. */
    void begin(Strand strand, Fiber fiber) {
        run(strand, fiber);
        go(strand.turn, strand);
    }

    private static @Nullable Fiber current() {
        return Thread.currentThread() instanceof Strand strand ? strand.running : null;
    }

    private void enqueue(Fiber fiber, Duration delay) {
        sequence++;
        long order = shuffle == null ? sequence : shuffle.nextLong();
        Event event = new Event(now + delay.toNanos(), order, fiber);
        fiber.wakeUp = event;
        events.add(event);
    }

    /**
     * Lets happen what is due until it is somebody else's turn, and waits for the own one again.
     *
     * @param self who has the turn
     * @param free this thread, if it does nothing else: then it does not wait but is put back
     */
    private void go(Turn self, @Nullable Strand free) {
        Turn other = null;
        while (other == null) {
            if (isOver()) {
                other = driver;
                break;
            }
            Fiber next = next();
            Strand strand = next == null ? null : next.strand;
            if (next == null) {
                continue;
            }
            if (strand != null) {
                other = strand.turn;
            } else if (free != null || !next.maySleep) {
                run(Thread.currentThread() instanceof Strand mine ? mine : null, next);
            } else {
                other = strands.prepare(next).turn;
            }
        }
        if (other == self) {
            return;
        }
        if (free != null) {
            strands.putBack(free);
            other.pass();
        } else {
            other.pass();
            self.await();
        }
    }

    /** Whether it is the driver's turn. */
    private boolean isOver() {
        try {
            reached = closing || until.getAsBoolean();
            if (reached || failure != null) {
                return true;
            }
            for (int i = awaiting.size() - 1; i >= 0; i--) {
                CountDownLatch latch = awaiting.get(i).awaited;
                if (latch != null && latch.getCount() == 0) {
                    disturb(awaiting.get(i));
                }
            }
            while (!events.isEmpty() && !events.element().isValid()) {
                events.remove();
            }
            if (events.isEmpty() || events.element().at() > end) {
                now = end;
                return true;
            }
        } catch (Throwable e) {
            failure = e;
            return true;
        }
        return false;
    }

    /** What goes on now; {@code null} if its node does not let it. */
    private @Nullable Fiber next() {
        Event event = events.remove();
        stepsAtThisTime = event.at() > now ? 0 : stepsAtThisTime + 1;
        now = Math.max(now, event.at());
        if (stepsAtThisTime > MOST_STEPS_AT_A_TIME) {
            failure = new AssertionError("something goes on and on while the clock stands still at " + elapsed());
            return null;
        }
        Fiber fiber = event.fiber();
        fiber.wakeUp = null;
        if (fiber.node.isFrozen() && !fiber.node.isCrashed()) {
            frozen.add(fiber);
        }
        return fiber.node.isAwake() ? fiber : null;
    }

    private void run(@Nullable Strand strand, Fiber fiber) {
        try {
            if (strand != null) {
                strand.running = fiber;
            }
            fiber.task.run();
        } catch (CancellationException e) {
            // The test is over.
        } catch (Throwable e) {
            if (!closing) {
                violations.add("a task let " + e + " through");
            }
        } finally {
            if (strand != null) {
                strand.running = null;
            }
            if (Thread.interrupted() && !closing) {
                violations.add("a task left its thread interrupted");
            }
        }
    }

    private void park(@Nullable CountDownLatch latch, Duration duration) {
        Fiber fiber = current();
        if (fiber == null || !fiber.maySleep) {
            throw new IllegalStateException("only tasks that may sleep do; the test's thread advances");
        }
        if (closing) {
            throw new CancellationException();
        }
        Strand strand = (Strand) Thread.currentThread();
        fiber.interrupted = Thread.interrupted();
        fiber.awaited = latch;
        fiber.strand = strand;
        strand.running = null;
        strand.sleeping = fiber;
        sleeping.add(fiber);
        if (latch != null) {
            awaiting.add(fiber);
        }
        enqueue(fiber, fiber.interrupted ? Duration.ZERO : duration);
        go(strand.turn, null);
        sleeping.remove(fiber);
        awaiting.remove(fiber);
        strand.sleeping = null;
        strand.running = fiber;
        fiber.strand = null;
        fiber.awaited = null;
        if (closing) {
            throw new CancellationException();
        }
        if (fiber.interrupted) {
            strand.interrupt();
        }
    }
}
