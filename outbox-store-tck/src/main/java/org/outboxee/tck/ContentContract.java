package org.outboxee.tck;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxee.tck.TestMessage.keyed;
import static org.outboxee.tck.TestMessage.keyless;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.outboxee.InvalidMessageException;
import org.outboxee.admin.DeadLetter;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.MessageLimits;
import org.outboxee.spi.OutboxMessage;

/** What was emitted comes back byte for byte, up to the limits that the store declares, and not a byte beyond. */
public abstract class ContentContract extends StoreContract {

    /** Many things that stores and drivers have been seen to change. */
    private static final String AWKWARD =
            "  \t\r\n\u0001\u001f\u007f\u0085\u00a0\u2028\ufeff 'quoted' \"double\" \\back % _ ; -- <&> \ud83d\ude00"
                    + " \u05d0\u202e \u00e9 e\u0301 \u00df \u0130 \ufffd  ";

    private Node single;
    private MessageLimits limits;

    @BeforeEach
    void openSinglePartition() {
        single = start("content", 1);
        single.owns(0);
        limits = single.backend().appender().limits();
    }

    @Test
    void awkwardTextComesBackExactly() {
        assertComesBack(keyed(AWKWARD + "id", AWKWARD + "key")
                .name(AWKWARD + "name")
                .header(AWKWARD + "header", AWKWARD)
                .bindings("  bínding\ud83d\ude00 ")
                .payload(AWKWARD.getBytes(UTF_8)));
    }

    /** Scenario 7. */
    @Test
    void everyByteOfAPayloadComesBack() {
        byte[] payload = new byte[512];
        for (int i = 0; i < payload.length; i++) {
            payload[i] = (byte) i;
        }
        assertComesBack(keyless("m1").payload(payload));
    }

    /** Scenario 9. */
    @Test
    void emptyPayloadComesBackEmpty() {
        assertComesBack(keyless("m1").payload(new byte[0]));
    }

    /** Scenario 9. */
    @Test
    void emptyHeaderValueComesBackEmpty() {
        assertComesBack(keyless("m1").header("empty", "").header("blank", " ").header("nul", "\0"));
    }

    @Test
    void textThatLooksLikeNothingComesBackExactly() {
        for (String text : List.of("null", "NULL", "0", "true", "{}", "*", "NaN", "2026-03-29T02:30:00")) {
            assertComesBack(keyed(text, text).name(text).header(text, text).payload(text.getBytes(UTF_8)));
        }
    }

    @Test
    void headersWhoseNamesDifferInCaseAreKeptApart() {
        assertComesBack(
                keyless("m1").header("tenant", "1").header("Tenant", "2").header("tenant ", "3"));
    }

    @Test
    void deadLetterShowsNameKeyAndHeadersExactly() {
        single.emit(keyed("m1", AWKWARD).name(AWKWARD).header(AWKWARD, AWKWARD));
        single.settle(dead(single.claim(single.acquire(0, "node-1"), 1).get(0)));
        DeadLetter letter = single.store().deadLetters(1, null).items().get(0);
        assertThat(letter.name()).isEqualTo(AWKWARD);
        assertThat(letter.key()).contains(AWKWARD);
        assertThat(letter.headers()).isEqualTo(Map.of(AWKWARD, AWKWARD));
    }

    @Test
    void messageAtEveryLimitComesBackExactly() {
        byte[] payload = new byte[limits.payloadBytes()];
        new Random(42).nextBytes(payload);
        String headerName = "h".repeat(limits.headerName());
        assertComesBack(keyed("i".repeat(limits.id()), "k".repeat(limits.key()))
                .name("n".repeat(limits.name()))
                .payload(payload)
                .header(headerName, "v".repeat(limits.headerBytes() - limits.headerName()))
                .bindings("b".repeat(MessageLimits.BINDING)));
    }

    /** Scenarios 7 and 8. */
    @Test
    void messageAtEveryLimitMayConsistOfEmoji() {
        String headerName = emoji(limits.headerName());
        int left = limits.headerBytes() - headerName.getBytes(UTF_8).length;
        assertComesBack(keyed(emoji(limits.id()), emoji(limits.key()))
                .name(emoji(limits.name()))
                .header(headerName, emoji(left / 4 * 2))
                .bindings(emoji(MessageLimits.BINDING)));
    }

    @Test
    void messageAtEveryLimitMayConsistOfThreeByteCharacters() {
        String headerName = "\u20ac".repeat(limits.headerName());
        assertComesBack(keyed("\u20ac".repeat(limits.id()), "\u20ac".repeat(limits.key()))
                .name("\u20ac".repeat(limits.name()))
                .header(headerName, "v")
                .bindings("\u20ac".repeat(MessageLimits.BINDING)));
    }

    @Test
    void oneCharacterOrByteMoreThanTheStoreTakesIsRefusedAndNothingIsWritten() {
        assertRefused(keyless("i".repeat(limits.id() + 1)));
        assertRefused(keyless("m1").name("n".repeat(limits.name() + 1)));
        assertRefused(keyed("m1", "k".repeat(limits.key() + 1)));
        assertRefused(keyless("m1").payload(new byte[limits.payloadBytes() + 1]));
        assertRefused(keyless("m1").header("h".repeat(limits.headerName() + 1), ""));
        assertRefused(keyless("m1").header("h", "v".repeat(limits.headerBytes())));
        assertRefused(keyless("m1")
                .header("h1", "v".repeat(limits.headerBytes() / 2))
                .header("h2", "v".repeat(limits.headerBytes() / 2)));
        assertRefused(keyless("m1").header("h", "\u20ac".repeat(limits.headerBytes() / 3 + 1)));
    }

    @Test
    void messageThatNoStoreCanKeepIsRefusedAndNothingIsWritten() {
        assertRefused(keyless(""));
        assertRefused(keyed("m1", ""));
        assertRefused(keyless("m1").name(" \t"));
        assertRefused(keyless("m1").header("", "v"));
        assertRefused(keyed("m1", "nul \0"));
        assertRefused(keyless("half \ud83d"));
        assertRefused(keyed("m1", "\ude00 half"));
        assertRefused(keyless("m1").header("h", "half \ud83d"));
    }

    private void assertRefused(TestMessage message) {
        assertThatThrownBy(() -> single.emit(keyless("valid"), message))
                .isInstanceOf(Transactions.CommitFailedException.class)
                .hasRootCauseInstanceOf(InvalidMessageException.class);
        assertThat(single.store().counts().pending()).isZero();
    }

    private void assertComesBack(TestMessage message) {
        OutboxMessage expected = message.build();
        single.emit(message);
        List<ClaimedRecord> records = single.claim(single.acquire(0, "node-1"), 10);
        assertThat(records).singleElement().satisfies(record -> {
            assertThat(record.id().messageId()).isEqualTo(expected.id());
            assertThat(record.id().binding())
                    .isEqualTo(expected.bindings().iterator().next());
            assertThat(record.name()).isEqualTo(expected.name());
            assertThat(record.key()).isEqualTo(expected.key());
            assertThat(record.payload()).isEqualTo(expected.payload());
            assertThat(record.headers()).isEqualTo(expected.headers());
        });
        assertThat(single.settle(completed(records.get(0))).applied()).isEqualTo(1);
    }

    private static String emoji(int units) {
        return "\ud83d\ude00".repeat(units / 2) + "x".repeat(units % 2);
    }
}
