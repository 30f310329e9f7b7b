package org.outboxee.sample.web;

import jakarta.ws.rs.core.Response.Status.Family;
import java.io.Serial;

/**
 * A request that the shop refuses, with the HTTP status and the text that its sender gets. Thrown inside a transaction,
 * it rolls the transaction back.
 */
public class RequestException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** The HTTP status, 400 to 499. */
    private final int status;

    /** What was wrong. */
    private final String reason;

    private RequestException(int status, String message) {
        super(message);
        if (Family.familyOf(status) != Family.CLIENT_ERROR) {
            throw new IllegalArgumentException("The status is " + status + "; allowed is 400 to 499");
        }
        this.status = status;
        this.reason = message;
    }

    /** The request is malformed: 400. */
    public static RequestException invalid(String message) {
        return new RequestException(400, message);
    }

    /** The request names something that does not exist: 404. */
    public static RequestException unknown(String message) {
        return new RequestException(404, message);
    }

    /** The request is well-formed, and a rule of the business forbids it: 422. */
    public static RequestException rejected(String message) {
        return new RequestException(422, message);
    }

    /** The HTTP status, 400 to 499. */
    public int status() {
        return status;
    }

    /** What was wrong and what is allowed, for people to read. */
    public String reason() {
        return reason;
    }
}
