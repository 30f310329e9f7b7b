package org.outboxee.cdi.internal.config;

/**
 * A value and where it was set.
 *
 * @param text the value as it was written
 * @param origin where, for people to read
 */
public record ConfigValue(String text, String origin) {}
