package org.outboxee.it.fail;

/**
 * A payload whose handling goes by a plan.
 *
 * @param name finds the plan in the {@link Workshop}
 */
public record Job(String name) {}
