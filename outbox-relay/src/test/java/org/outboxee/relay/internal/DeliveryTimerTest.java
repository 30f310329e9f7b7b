package org.outboxee.relay.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.outboxee.relay.RelayExecutor;
import org.outboxee.relay.sim.CapturedLog;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Ticker;

/** On real threads: an interrupt and the end of its delivery meet at every possible moment. */
class DeliveryTimerTest {

    private static final Duration TIMEOUT = Duration.ofNanos(200_000);

    private static final ClaimedRecord RECORD = Records.record("m1", null);

    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
    private final RelayExecutor executor = new RelayExecutor() {
        @Override
        public void execute(Runnable task) {
            threads.execute(task);
        }

        @Override
        public void executeDelivery(Runnable task) {
            threads.execute(task);
        }

        @Override
        public void executeHeartbeat(Runnable task) {
            threads.execute(task);
        }

        @Override
        public Cancellable schedule(Runnable task, Duration delay) {
            var future = threads.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        }
    };
    private CapturedLog log;

    @BeforeEach
    void captureLog() {
        log = CapturedLog.open();
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
        log.close();
        Thread.interrupted();
    }

    @Test
    void an_interrupt_never_hits_what_the_thread_does_after_its_delivery() {
        DeliveryTimer timer =
                new DeliveryTimer(record -> TIMEOUT, TIMEOUT, executor, Ticker.SYSTEM, new RelayLog(Ticker.SYSTEM));
        SplittableRandom random = new SplittableRandom(1);
        int interrupted = 0;
        int leaked = 0;

        for (int i = 0; i < 3000; i++) {
            RunningDelivery delivery = timer.begin(RECORD);
            spin(random.nextLong(2 * TIMEOUT.toNanos()));
            if (timer.end(delivery) == Interruption.TIMEOUT) {
                interrupted++;
            }
            spin(20_000);
            if (Thread.interrupted()) {
                leaked++;
            }
        }

        assertThat(leaked).isZero();
        assertThat(interrupted).as("or nothing was tested").isBetween(1, 2999);
    }

    @Test
    void a_delivery_that_has_ended_is_not_interrupted_any_more() {
        RunningDelivery delivery = new RunningDelivery(RECORD, 0, TIMEOUT);
        delivery.end();

        assertThat(delivery.interrupt(Interruption.TIMEOUT)).isFalse();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void the_first_reason_of_an_interrupt_is_the_one_that_counts() {
        RunningDelivery delivery = new RunningDelivery(RECORD, 0, TIMEOUT);
        delivery.interrupt(Interruption.TIMEOUT);
        delivery.interrupt(Interruption.STOP);

        assertThat(delivery.end()).isEqualTo(Interruption.TIMEOUT);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void a_delivery_that_begins_while_the_relay_interrupts_everything_is_interrupted_too() {
        DeliveryTimer timer =
                new DeliveryTimer(record -> TIMEOUT, TIMEOUT, executor, Ticker.SYSTEM, new RelayLog(Ticker.SYSTEM));
        timer.interruptAll();

        RunningDelivery delivery = timer.begin(RECORD);

        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThat(timer.end(delivery)).isEqualTo(Interruption.STOP);
    }

    private static void spin(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }
}
