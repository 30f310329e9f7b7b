package org.outboxee.cdi.internal.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbException;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import org.outboxee.PayloadException;
import org.outboxee.spi.PayloadCodec;

/**
 * The default codec: JSON-B, as UTF-8. Safe for concurrent use, as {@link Jsonb} is.
 *
 * @param jsonb what it works with; its owner closes it
 */
public record JsonbCodec(Jsonb jsonb) implements PayloadCodec {

    @Override
    public byte[] encode(Object payload) {
        String type = payload.getClass().getTypeName();
        try {
            // Strict: the usual getBytes would replace half a surrogate pair and lose what the caller meant.
            ByteBuffer bytes = UTF_8.newEncoder().encode(CharBuffer.wrap(jsonb.toJson(payload)));
            byte[] exact = new byte[bytes.remaining()];
            bytes.get(exact);
            return exact;
        } catch (CharacterCodingException e) {
            throw new PayloadException(
                    "OUTBOX-01003",
                    "A payload of " + type + " contains half of a surrogate pair, which UTF-8 cannot express",
                    e);
        } catch (RuntimeException e) { // JSON-B promises JsonbException; providers and getters throw others too
            throw new PayloadException(
                    "OUTBOX-01003", "A payload of " + type + " cannot be written as JSON: " + reason(e), e);
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
            throw new PayloadException(
                    "OUTBOX-01010",
                    "The payload cannot be read as JSON of " + type.getTypeName() + ": " + reason(e)
                            + ". The stored payload stays as it is",
                    e);
        }
    }

    private static String reason(RuntimeException e) {
        return e instanceof JsonbException ? String.valueOf(e.getMessage()) : e.toString();
    }
}
