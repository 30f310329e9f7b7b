package org.outboxee.relay.simulation;

import java.io.Serial;
import java.time.Duration;
import org.outboxee.PermanentFailureException;
import org.outboxee.RetryAfterException;
import org.outboxee.relay.sim.VirtualTime;
import org.outboxee.spi.Delivery;

/** What handlers do: they take their time, too much of it, fail, or do what they are for. */
final class Behaviour {

    private final World world;
    private final Journal journal;

    // Failures have no stack trace, since that costs more than all the rest.

    private static final class Down extends Exception {

        @Serial
        private static final long serialVersionUID = 1L;

        Down() {
            super("down", null, false, false);
        }
    }

    private static final class Never extends PermanentFailureException {

        @Serial
        private static final long serialVersionUID = 1L;

        Never() {
            super("never");
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    private static final class Later extends RetryAfterException {

        @Serial
        private static final long serialVersionUID = 1L;

        Later(Duration wait) {
            super(wait, "later");
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    Behaviour(World world) {
        this.world = world;
        journal = world.journal();
    }

    /** Messages whose id ends so always fail. */
    static boolean isPoison(String id) {
        return id.endsWith("!");
    }

    void handle(Delivery delivery, boolean completes) throws Exception {
        if (world.time().maySleep()) {
            takeTime();
        }
        boolean fails = isPoison(delivery.messageId()) || world.chance(8);
        if (completes && world.chance(90)) {
            delivery.complete();
        }
        if (fails) {
            fail();
        }
        journal.happened(Happening.SUCCESS);
    }

    private void takeTime() throws InterruptedException {
        VirtualTime time = world.time();
        Duration timeout = world.config().deliveryTimeout();
        journal.happened(Happening.SLOW_DELIVERY);
        int dice = world.random().nextInt(100);
        if (dice < 10) {
            journal.happened(Happening.DEAF_HANDLER);
            time.sleepDeafly(timeout.plus(world.upTo(timeout)));
            return;
        }
        try {
            time.sleep(dice < 25 ? timeout.multipliedBy(3) : world.upTo(timeout.dividedBy(2)));
        } catch (InterruptedException e) {
            journal.happened(Happening.INTERRUPT);
            throw e;
        }
    }

    private void fail() throws Exception {
        journal.happened(Happening.FAILURE);
        int dice = world.random().nextInt(100);
        if (dice < 20) {
            journal.happened(Happening.PERMANENT_FAILURE);
            throw new Never();
        }
        if (dice < 40) {
            journal.happened(Happening.RATE_LIMIT);
            throw new Later(world.upTo(world.config().backoffMax()));
        }
        throw new Down();
    }
}
