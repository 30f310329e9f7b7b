package org.outboxee.sample.web;

import org.jspecify.annotations.Nullable;

/** Checks that several resources make. */
public final class Requests {

    private static final int DEFAULT_LIMIT = 20;

    private Requests() {}

    /**
     * The request's body.
     *
     * @throws RequestException if it is missing
     */
    public static <T> T body(@Nullable T body) {
        if (body == null) {
            throw RequestException.invalid("The request has no body; send a JSON object");
        }
        return body;
    }

    /**
     * How many rows a list shall have.
     *
     * @param limit the limit as it was sent, {@code null} for 20
     * @throws RequestException if it is not a number from 1 to 1000
     */
    public static int limit(@Nullable String limit) {
        if (limit == null) {
            return DEFAULT_LIMIT;
        }
        if (!limit.matches("[1-9][0-9]{0,2}|1000")) {
            throw RequestException.invalid("limit is '" + limit + "'; allowed is a number from 1 to 1000");
        }
        return Integer.parseInt(limit);
    }
}
