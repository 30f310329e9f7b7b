package org.outboxee.sample.provider;

/**
 * A provider as clients see it.
 *
 * @param name its name, {@code mail} or {@code payment}
 * @param behaviour how it answers: {@code ok}, {@code fail}, {@code rate-limit}, {@code hang} or {@code decline}
 * @param calls the calls it got since the start of the server
 * @param interrupted how many of them hung and were interrupted
 */
public record ProviderView(String name, String behaviour, long calls, long interrupted) {}
