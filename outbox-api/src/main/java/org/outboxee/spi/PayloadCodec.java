package org.outboxee.spi;

import java.lang.reflect.Type;
import org.outboxee.PayloadException;

/**
 * Turns payloads into bytes and back. The default is JSON-B; a CDI bean of this type replaces it. Implementations are
 * safe for concurrent use.
 */
public interface PayloadCodec {

    /**
     * Encodes a payload, at emit.
     *
     * @throws PayloadException if it cannot be encoded; this and any other exception is wrapped in one that names the
     *     message
     */
    byte[] encode(Object payload);

    /**
     * Decodes a payload, before each delivery.
     *
     * @param payload the bytes that {@link #encode} returned, possibly by an older release of the application
     * @param type the event type of the handler
     * @throws PayloadException if it cannot be decoded: a failed attempt; this and any other exception is wrapped in
     *     one that names the message
     */
    Object decode(byte[] payload, Type type);
}
