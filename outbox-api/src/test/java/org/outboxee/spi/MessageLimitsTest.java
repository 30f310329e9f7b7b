package org.outboxee.spi;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.outboxee.InvalidMessageException;

class MessageLimitsTest {

    private static final String GRIN = "\ud83d\ude00";

    private final MessageLimits limits = new MessageLimits(6, 5, 4, 3, 20, 10);

    @Test
    void everyPartMayBeAsLongAsAllowed() {
        accept(message("iiii", "nnnnnn", "kkkkk", new byte[10], Map.of("hhh", "v".repeat(17))));
        accept(message("i", "n", null, new byte[0], Map.of()));
        accept(message("i", "n", "k", new byte[0], Map.of("h", "")));
    }

    @Test
    void oneMoreIsRefused() {
        refuse(message("iiiii", "n", "k", new byte[0], Map.of()), "OUTBOX-01007", "id of a message has 5", "4");
        refuse(message("i", "nnnnnnn", "k", new byte[0], Map.of()), "OUTBOX-01007", "name of a message has 7", "6");
        refuse(message("i", "n", "kkkkkk", new byte[0], Map.of()), "OUTBOX-01007", "key of a message has 6", "5");
        refuse(message("i", "n", "k", new byte[0], Map.of("hhhh", "")), "OUTBOX-01007", "header name", "4");
        refuse(message("i", "n", "k", new byte[11], Map.of()), "OUTBOX-01009", "payload of message n takes 11", "10");
        refuse(
                message("i", "n", "k", new byte[0], Map.of("h", "v".repeat(20))),
                "OUTBOX-01009",
                "headers of message n take 21",
                "20");
    }

    @Test
    void textIsCountedInUtf16UnitsAndHeadersInBytes() {
        accept(message(GRIN + GRIN, GRIN.repeat(3), null, new byte[0], Map.of()));
        refuse(message(GRIN + GRIN + "i", "n", null, new byte[0], Map.of()), "OUTBOX-01007", "5 characters");
        accept(message("i", "n", null, new byte[0], Map.of("\u20ac", "\u20ac".repeat(5) + "vv")));
        refuse(message("i", "n", null, new byte[0], Map.of("\u20ac", "\u20ac".repeat(6))), "OUTBOX-01009", "21 bytes");
    }

    @Test
    void bytesOfAllHeadersCountTogether() {
        refuse(
                message("i", "n", null, new byte[0], Map.of("a", "v".repeat(10), "b", "v".repeat(9))),
                "OUTBOX-01009",
                "21 bytes");
    }

    @Test
    void emptyAndBlankPartsAreRefused() {
        refuse(message("", "n", null, new byte[0], Map.of()), "OUTBOX-01005", "id");
        refuse(message("i", "n", "", new byte[0], Map.of()), "OUTBOX-01005", "key");
        refuse(message("i", "n", null, new byte[0], Map.of("", "v")), "OUTBOX-01005", "header name");
        refuse(message("i", " \n", null, new byte[0], Map.of()), "OUTBOX-01006", "blank");
        accept(message(" ", "n", " ", new byte[0], Map.of(" ", " ")));
    }

    @Test
    void whatNoStoreCanKeepIsRefused() {
        refuse(message("\ud83d", "n", null, new byte[0], Map.of()), "OUTBOX-01008", "id");
        refuse(message("i", "\ude00", null, new byte[0], Map.of()), "OUTBOX-01008", "name");
        refuse(message("i", "n", null, new byte[0], Map.of("h", "\ud83dx")), "OUTBOX-01008", "header h");
        refuse(message("i", "n", "k\0", new byte[0], Map.of()), "OUTBOX-01020", "key", "U+0000");
        accept(message("i", "n", null, new byte[] {0}, Map.of("h", "\0")));
    }

    private void accept(OutboxMessage message) {
        assertThatCode(() -> limits.check(message)).doesNotThrowAnyException();
    }

    private void refuse(OutboxMessage message, String... parts) {
        assertThatThrownBy(() -> limits.check(message))
                .isInstanceOf(InvalidMessageException.class)
                .hasMessageContainingAll(parts);
    }

    private static OutboxMessage message(
            String id, String name, @Nullable String key, byte[] payload, Map<String, String> headers) {
        return new OutboxMessage(id, name, key, payload, headers, new Availability.Now(), Set.of("b"));
    }
}
