package org.outboxee.sample.provider;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.outboxee.PermanentFailureException;
import org.outboxee.RetryAfterException;

/** A service outside. Starts well-behaved; safe for any number of threads. */
public abstract class SimulatedProvider {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private final String name;
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong interrupted = new AtomicLong();
    private volatile Behaviour behaviour = Behaviour.OK;

    /** A provider by the name that its errors bear. */
    protected SimulatedProvider(String name) {
        this.name = name;
    }

    /**
     * Calls the provider, which does as it was told to.
     *
     * @param idempotencyKey what a real provider would use to recognise a repeated call
     * @throws IllegalStateException if it fails, or was interrupted while it hung
     * @throws RetryAfterException if it is rate-limited
     * @throws PermanentFailureException if it declines
     */
    public void call(String idempotencyKey) {
        calls.incrementAndGet();
        switch (behaviour) {
            case OK -> {}
            case FAIL ->
                throw new IllegalStateException(
                        "The " + name + " provider answered 503 to " + idempotencyKey + ": service unavailable");
            case RATE_LIMIT ->
                throw new RetryAfterException(
                        RETRY_AFTER,
                        "The " + name + " provider answered 429: retry after " + RETRY_AFTER.toSeconds() + " s");
            case HANG -> hang();
            case DECLINE ->
                throw new PermanentFailureException(
                        "The " + name + " provider answered 402 to " + idempotencyKey + ": declined");
        }
    }

    private void hang() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            interrupted.incrementAndGet();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The " + name + " provider did not answer in time", e);
        }
    }

    /** How it answers from now on; calls that hang are left hanging. */
    void behave(Behaviour next) {
        behaviour = next;
    }

    /** What it does and has done since the start of the server. */
    ProviderView view() {
        return new ProviderView(name, behaviour.word(), calls.get(), interrupted.get());
    }
}
