package org.outboxee.cdi.internal.emit;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.LongUnaryOperator;
import org.outboxee.OutboxFullException;
import org.outboxee.spi.Ticker;

/**
 * Refuses emits while too many messages wait. The number it compares with was counted up to a second ago, in the
 * background: an emit never waits for a count. It is counted sooner while many emits come, but so seldom that counting
 * takes a twentieth of the time at most. Safe for concurrent use.
 */
public final class DepthLimit {

    private static final Logger LOG = System.getLogger("org.outboxee.cdi");
    private static final long INTERVAL = Duration.ofSeconds(1).toNanos();
    private static final int SHARE_OF_TIME = 20;
    private static final int SHARE_OF_DEPTH = 10;

    private final long max;
    private final LongUnaryOperator count;
    private final Executor background;
    private final Ticker ticker;
    private final BooleanSupplier exempt;

    private final AtomicBoolean counting = new AtomicBoolean();
    private final LongAdder emits = new LongAdder();
    private volatile State state;

    /**
     * What the last count found.
     *
     * @param depth how many waited, or as many as are allowed
     * @param at when it ended, by the ticker
     * @param took how long it took, nanoseconds
     * @param emits how many emits there had been before it
     */
    private record State(long depth, long at, long took, long emits) {}

    /**
     * A limit whose first count begins at once.
     *
     * @param max the number of waiting messages from which on emits are refused, at least 1
     * @param count counts what waits, up to the number that it is given
     * @param background runs the counts
     * @param exempt whether what the calling thread emits is let through: a handler's emits, without which the messages
     *     that wait could not be completed
     */
    public DepthLimit(long max, LongUnaryOperator count, Executor background, Ticker ticker, BooleanSupplier exempt) {
        this.max = max;
        this.count = count;
        this.background = background;
        this.ticker = ticker;
        this.exempt = exempt;
        this.state = new State(0, ticker.nanos(), 0, 0);
        countSoon();
    }

    /**
     * Lets one emit through.
     *
     * @throws OutboxFullException if too many messages wait
     */
    void check(String messageName) {
        if (isDue(state)) {
            countSoon();
        }
        if (state.depth() >= max && !exempt.getAsBoolean()) {
            throw new OutboxFullException(
                    "OUTBOX-01031",
                    "Message " + messageName + " was not emitted, since outbox.max-depth=" + max
                            + " messages or more wait to be delivered. Try again later, or find out why deliveries are"
                            + " slower than emits");
        }
        emits.increment();
    }

    private boolean isDue(State last) {
        long age = ticker.nanos() - last.at();
        boolean many = (emits.sum() - last.emits()) * SHARE_OF_DEPTH >= max;
        return age >= last.took() * SHARE_OF_TIME && (age >= INTERVAL || many);
    }

    private void countSoon() {
        if (counting.compareAndSet(false, true)) {
            try {
                background.execute(this::count);
            } catch (RuntimeException e) {
                failed(e);
                counting.set(false);
            }
        }
    }

    private void count() {
        try {
            long before = emits.sum();
            long start = ticker.nanos();
            long depth = count.applyAsLong(max);
            long end = ticker.nanos();
            state = new State(depth, end, end - start, before);
        } catch (RuntimeException e) {
            failed(e);
        } finally {
            counting.set(false);
        }
    }

    /** The next count after the usual time: what is down or full is not asked, nor logged, at every emit. */
    private void failed(RuntimeException cause) {
        state = new State(state.depth(), ticker.nanos(), INTERVAL / SHARE_OF_TIME, emits.sum());
        LOG.log(
                Level.WARNING,
                "OUTBOX-05061: How many messages wait could not be counted; outbox.max-depth compares with the last"
                        + " count until the next one, in a second",
                cause);
    }
}
