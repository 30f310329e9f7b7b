package org.outboxee.cdi.internal.emit;

import java.lang.reflect.Type;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.outboxee.PayloadException;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.PayloadCodec;

/**
 * Encodes payloads, and refuses those that could never be delivered, where the caller still can do something about it.
 *
 * @param codec encodes and decodes
 * @param readers the payload types of the handlers here, by message name, that must be able to read what is emitted
 */
public record Payloads(PayloadCodec codec, Map<String, Set<Type>> readers) {

    byte[] encode(String name, String id, Object payload) {
        // A codec may be an application's own: it is not held to its null contract by a compiler.
        byte @Nullable [] encoded;
        try {
            encoded = codec.encode(payload);
        } catch (RuntimeException | StackOverflowError e) {
            throw unencodable(name, id, payload, reason(e), e);
        }
        if (encoded == null) {
            throw unencodable(name, id, payload, "the codec returned null", null);
        }
        return encoded;
    }

    void checkReadable(OutboxMessage message) {
        for (Type type : readers.getOrDefault(message.name(), Set.of())) {
            try {
                codec.decode(message.payload(), type);
            } catch (RuntimeException | StackOverflowError e) {
                throw new PayloadException(
                        "OUTBOX-01023",
                        "The payload of message " + message.id() + " of " + message.name() + " can be encoded, but not"
                                + " decoded again to " + type.getTypeName() + ", which its handler takes ("
                                + reason(e) + "); nothing was written",
                        e);
            }
        }
    }

    private static PayloadException unencodable(
            String name, String id, Object payload, String reason, @Nullable Throwable cause) {
        return new PayloadException(
                "OUTBOX-01003",
                "The payload of message " + id + " of " + name + ", a "
                        + payload.getClass().getTypeName() + ", cannot be encoded (" + reason
                        + "); nothing was written",
                cause);
    }

    private static String reason(Throwable thrown) {
        return thrown instanceof PayloadException ? String.valueOf(thrown.getMessage()) : thrown.toString();
    }
}
