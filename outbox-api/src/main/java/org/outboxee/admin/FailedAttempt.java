package org.outboxee.admin;

import java.time.Instant;

/**
 * An attempt to deliver a record that failed.
 *
 * @param number the number of the attempt, from 1; starts again after a replay. What was given up because its nodes
 *     ended has the number of failed attempts before that, which may be 0
 * @param at when it failed, by the store's clock
 * @param error class and message of the exception
 */
public record FailedAttempt(int number, Instant at, String error) {}
