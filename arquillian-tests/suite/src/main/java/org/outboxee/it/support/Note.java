package org.outboxee.it.support;

/**
 * A payload. Every test writes texts of its own, so that it finds its own deliveries.
 *
 * @param text what the test calls the message
 */
public record Note(String text) {}
