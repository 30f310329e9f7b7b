package org.outboxee;

import java.util.Map;

/**
 * Adds headers to every message that is emitted, such as a tenant or a correlation id. Every CDI bean of this type is
 * asked once per emit, on the emitting thread and in its transaction.
 *
 * <p>Implementations must be safe for concurrent use. An exception fails the emit.
 */
@FunctionalInterface
public interface HeaderContributor {

    /**
     * The headers to add. A header that the caller set by {@link EmitOptions} wins over one of the same name here.
     *
     * @param messageName the name of the message that is emitted
     * @return header names and values, may be empty
     */
    Map<String, String> headers(String messageName);
}
