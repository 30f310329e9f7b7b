package org.outboxee.it.payload;

/** A generic record. */
public record Pair<T>(T left, T right) {}
