package org.outboxee.sample.provider;

import org.jspecify.annotations.Nullable;

/**
 * What a client sends to set a provider's behaviour.
 *
 * @param behaviour {@code ok}, {@code fail}, {@code rate-limit}, {@code hang} or {@code decline}
 */
public record NewBehaviour(@Nullable String behaviour) {}
