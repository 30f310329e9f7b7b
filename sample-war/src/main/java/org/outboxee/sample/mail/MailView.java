package org.outboxee.sample.mail;

import java.time.Instant;

/**
 * A sent mail as clients see it.
 *
 * @param id grows in the order of sending
 * @param order the order that it confirms
 * @param customer who got it
 * @param number the order's number among the customer's
 * @param attempt the attempt that succeeded, from 1
 * @param deliveries how often the outbox delivered the message: 1, or more after a crash at the wrong moment
 * @param sentAt when it was sent
 */
public record MailView(
        long id, String order, String customer, int number, int attempt, int deliveries, Instant sentAt) {}
