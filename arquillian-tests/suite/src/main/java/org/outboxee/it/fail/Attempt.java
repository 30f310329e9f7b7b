package org.outboxee.it.fail;

import java.time.Duration;

/**
 * One call of a handler.
 *
 * @param number the attempt as the delivery counts it
 * @param messageId the message id
 * @param startNanos when it began, monotonic
 * @param endNanos when the plan had ended, monotonic
 */
record Attempt(int number, String messageId, long startNanos, long endNanos) {

    Duration since(Attempt before) {
        return Duration.ofNanos(startNanos - before.endNanos);
    }
}
