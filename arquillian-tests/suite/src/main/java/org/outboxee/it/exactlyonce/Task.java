package org.outboxee.it.exactlyonce;

/**
 * A payload whose handling goes by a plan.
 *
 * @param name finds the plan in the {@link Bench}
 */
public record Task(String name) {}
