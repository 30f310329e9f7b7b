package org.outboxee.relay.internal;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.outboxee.PermanentFailureException;
import org.outboxee.RetryAfterException;
import org.outboxee.relay.Backoff;
import org.outboxee.relay.RelayConfig;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Failure;
import org.outboxee.spi.Settlement;
import org.outboxee.spi.Settlement.Dead;
import org.outboxee.spi.Settlement.Failed;
import org.outboxee.spi.Settlement.Released;

/** What becomes of a record whose delivery threw, and of one that ended its node too often. Immutable. */
final class FailurePolicy {

    private final RelayConfig config;
    private final Limits limits;
    private final Backoff backoff;

    FailurePolicy(RelayConfig config, Limits limits, Backoff backoff) {
        this.config = config;
        this.limits = limits;
        this.backoff = backoff;
    }

    /** Whether claims of this record ended with their node so often that it is not tried again. */
    boolean isCrashLoop(ClaimedRecord record) {
        return record.crashes() > config.maxCrashes();
    }

    /** A dead letter instead of one more delivery that may end this node, too. */
    Dead crashed(ClaimedRecord record) {
        return new Dead(
                record,
                record.attempts(),
                new Failure("Its node ended " + record.crashes()
                        + " times while it was claimed, more often than outbox.max-crashes=" + config.maxCrashes()
                        + " allows"));
    }

    /** The result of a delivery that threw anything, also an {@link Error}. */
    Settlement failed(ClaimedRecord record, Throwable thrown, @Nullable Interruption interruption) {
        int attempts = record.attempts() + 1;
        Failure failure = failure(text(record, thrown, interruption), thrown);
        if (thrown instanceof PermanentFailureException) {
            return new Dead(record, attempts, failure);
        }
        boolean asksForTime = thrown instanceof RetryAfterException;
        if (interruption == Interruption.STOP && !asksForTime) {
            return new Released(record, Duration.ZERO);
        }
        if (attempts >= limits.maxAttempts(record)) {
            return new Dead(record, attempts, failure);
        }
        Duration wait = asksForTime
                ? backoff.atLeast(((RetryAfterException) thrown).retryAfter())
                : backoff.afterFailure(record.attempts());
        return new Failed(record, wait, failure);
    }

    private String text(ClaimedRecord record, Throwable thrown, @Nullable Interruption interruption) {
        String text = describe(thrown);
        return interruption == Interruption.TIMEOUT
                ? "Timed out after " + limits.deliveryTimeout(record) + ": " + text
                : text;
    }

    private static Failure failure(String text, Throwable thrown) {
        try {
            return Failure.of(text, thrown);
        } catch (Throwable e) { // as below
            return new Failure(text);
        }
    }

    /** The exception may be an application's own, and fail when it is asked. */
    private static String describe(Throwable thrown) {
        try {
            return String.valueOf(thrown);
        } catch (Throwable e) {
            return thrown.getClass().getName();
        }
    }
}
