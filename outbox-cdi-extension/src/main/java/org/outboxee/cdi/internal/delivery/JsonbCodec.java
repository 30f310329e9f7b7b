package org.outboxee.cdi.internal.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbException;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import org.jspecify.annotations.Nullable;
import org.outboxee.PayloadException;
import org.outboxee.spi.PayloadCodec;

/**
 * The default codec: JSON-B, as UTF-8. Safe for concurrent use, as {@link Jsonb} is.
 *
 * @param jsonb what it works with; its owner closes it
 */
public record JsonbCodec(Jsonb jsonb) implements PayloadCodec {

    /**
     * How deep objects and arrays may be nested. Providers recurse, and a handler may be called on a smaller stack than
     * the emit was: what one has written just before its stack was full, the other could not read.
     */
    public static final int MAX_DEPTH = 200;

    private static final String ALLOWED = "; allowed is what JSON can express, as a tree of at most " + MAX_DEPTH
            + " levels in which no object contains itself";

    @Override
    public byte[] encode(Object payload) {
        String type = payload.getClass().getTypeName();
        try {
            String json = jsonb.toJson(payload);
            int depth = JsonDepth.of(json);
            if (depth > MAX_DEPTH) {
                throw new PayloadException(
                        "OUTBOX-01022", "A payload of " + type + " is nested " + depth + " levels deep" + ALLOWED);
            }
            // Strict: the usual getBytes would replace half a surrogate pair and lose what the caller meant.
            ByteBuffer bytes = UTF_8.newEncoder().encode(CharBuffer.wrap(json));
            byte[] exact = new byte[bytes.remaining()];
            bytes.get(exact);
            return exact;
        } catch (CharacterCodingException e) {
            throw new PayloadException(
                    "OUTBOX-01022",
                    "A payload of " + type + " contains half of a surrogate pair, which UTF-8 cannot express",
                    e);
        } catch (PayloadException e) {
            throw e;
        } catch (RuntimeException e) { // JSON-B promises JsonbException; providers and getters throw others too
            throw new PayloadException(
                    "OUTBOX-01022", "A payload of " + type + " cannot be written as JSON: " + reason(e) + ALLOWED, e);
        } catch (StackOverflowError e) {
            throw new PayloadException(
                    "OUTBOX-01022", "A payload of " + type + " is nested too deep, or contains itself" + ALLOWED, e);
        }
    }

    @Override
    public Object decode(byte[] payload, Type type) {
        try {
            String json = UTF_8.newDecoder().decode(ByteBuffer.wrap(payload)).toString();
            Object decoded = jsonb.fromJson(json, type);
            if (decoded == null) {
                throw new PayloadException(
                        "OUTBOX-01010",
                        "The payload is JSON's null; a handler of " + type.getTypeName() + " needs a value");
            }
            return decoded;
        } catch (CharacterCodingException e) {
            throw new PayloadException("OUTBOX-01010", "The payload is not UTF-8, so not JSON", e);
        } catch (PayloadException e) {
            throw e;
        } catch (RuntimeException e) {
            throw unreadable(type, reason(e), e);
        } catch (StackOverflowError e) { // not from encode; somebody else may have written it
            throw unreadable(type, "it is nested too deep", e);
        }
    }

    private static PayloadException unreadable(Type type, String reason, Throwable cause) {
        return new PayloadException(
                "OUTBOX-01010", "The payload cannot be read as JSON of " + type.getTypeName() + ": " + reason, cause);
    }

    /** What JSON-B says, and what it was caused by: often only that names the class or value that is to blame. */
    private static String reason(RuntimeException thrown) {
        StringBuilder reason = new StringBuilder(text(thrown));
        @Nullable Throwable cause = thrown.getCause();
        for (int i = 0; i < 10 && cause != null; i++) {
            String text = text(cause);
            if (reason.indexOf(text) < 0) {
                reason.append(": ").append(text);
            }
            cause = cause.getCause();
        }
        return reason.toString();
    }

    private static String text(Throwable thrown) {
        return thrown instanceof JsonbException ? String.valueOf(thrown.getMessage()) : thrown.toString();
    }
}
