package org.outboxee.sample.web;

/**
 * The body of every refused request.
 *
 * @param error what was wrong and what is allowed, for people to read
 */
public record ErrorView(String error) {}
