package org.outboxee.it.payload;

import java.math.BigDecimal;

/** A line of an order. */
public record Line(String article, int count, BigDecimal price) {}
