package org.outboxee.spi;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import org.outboxee.InvalidMessageException;

/**
 * The sizes a store takes. Text lengths are counted in UTF-16 code units, sizes in bytes of UTF-8.
 *
 * @param name the longest message name
 * @param key the longest ordering key
 * @param id the longest message id
 * @param headerName the longest header name
 * @param headerBytes the most bytes that names and values of all headers take together
 * @param payloadBytes the largest encoded payload
 */
public record MessageLimits(int name, int key, int id, int headerName, int headerBytes, int payloadBytes) {

    /** The longest binding, on every store. */
    public static final int BINDING = 100;

    /** 200, 255, 100 and 100 characters, 8 KiB of headers, 1 MiB of payload. */
    public static final MessageLimits DEFAULT = new MessageLimits(200, 255, 100, 100, 8 * 1024, 1024 * 1024);

    /**
     * Checks every part of a message.
     *
     * @throws InvalidMessageException if a part is empty, too long, or not valid Unicode, or a name, key or id contains
     *     the character U+0000; the message names it
     */
    public void check(OutboxMessage message) {
        if (message.name().isBlank()) {
            throw new InvalidMessageException("OUTBOX-01006", "The name of a message is blank");
        }
        checkText("name", message.name(), name);
        checkText("id", message.id(), id);
        if (message.key() != null) {
            checkText("key", message.key(), key);
        }
        long bytes = 0;
        for (Map.Entry<String, String> header : message.headers().entrySet()) {
            checkText("header name", header.getKey(), headerName);
            checkUnicode("header " + header.getKey(), header.getValue());
            bytes += header.getKey().getBytes(UTF_8).length + header.getValue().getBytes(UTF_8).length;
        }
        checkSize("headers of message " + message.name() + " take ", bytes, headerBytes);
        checkSize("payload of message " + message.name() + " takes ", message.payload().length, payloadBytes);
    }

    private static void checkText(String what, String text, int max) {
        if (text.isEmpty()) {
            throw new InvalidMessageException("OUTBOX-01005", "The " + what + " of a message is empty");
        }
        if (text.length() > max) {
            throw new InvalidMessageException(
                    "OUTBOX-01007",
                    "The " + what + " of a message has " + text.length() + " characters; allowed are " + max
                            + ". It starts with: " + text.substring(0, Math.min(40, text.length())));
        }
        checkUnicode(what, text);
        if (text.indexOf('\0') >= 0) {
            throw new InvalidMessageException(
                    "OUTBOX-01020",
                    "The " + what + " of a message contains the character U+0000, which not every database can keep");
        }
    }

    private static void checkUnicode(String what, String text) {
        if (!UTF_8.newEncoder().canEncode(text)) {
            throw new InvalidMessageException(
                    "OUTBOX-01008",
                    "The " + what + " of a message contains half of a surrogate pair, which no store can keep");
        }
    }

    private static void checkSize(String what, long size, int max) {
        if (size > max) {
            throw new InvalidMessageException(
                    "OUTBOX-01009",
                    "The " + what + size + " bytes; this store allows " + max
                            + ". Store large content elsewhere and send a reference to it");
        }
    }
}
