package org.outboxee.spi;

/**
 * How many settlements took effect.
 *
 * @param applied took effect
 * @param ignored changed nothing, since their record does not carry their token any more
 */
public record SettleResult(int applied, int ignored) {}
