package org.outboxee.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.outboxee.EmitOptions;
import org.outboxee.admin.RecordId;

/** The small rules that the SPI's records carry themselves. */
class SpiDataTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void availabilityIsCountedFromTheStoresNow() {
        assertThat(new Availability.Now().dueAt(NOW)).isEqualTo(NOW);
        assertThat(new Availability.After(Duration.ofHours(1)).dueAt(NOW)).isEqualTo(NOW.plusSeconds(3600));
        assertThat(new Availability.At(Instant.EPOCH).dueAt(NOW)).isEqualTo(Instant.EPOCH);
    }

    @Test
    void dueTimeIsRoundedUpToMillisecondsSoThatNothingIsDueTooEarly() {
        Instant noon = Instant.parse("2040-01-01T12:00:00Z");
        assertThat(new Availability.At(noon.plusNanos(1)).dueAt(NOW)).isEqualTo(noon.plusMillis(1));
        assertThat(new Availability.At(noon.plusMillis(1)).dueAt(NOW)).isEqualTo(noon.plusMillis(1));
        Instant fine = NOW.plusNanos(1);
        assertThat(new Availability.After(Duration.ofNanos(1)).dueAt(fine)).isEqualTo(fine.plusMillis(1));
        assertThat(new Availability.After(Duration.ZERO).dueAt(fine)).isEqualTo(fine);
    }

    @Test
    void dueTimeAlwaysFitsIntoMilliseconds() {
        assertThat(new Availability.At(Instant.MIN).dueAt(NOW).toEpochMilli()).isZero();
        assertThat(new Availability.At(Instant.EPOCH.minusNanos(1)).dueAt(NOW)).isEqualTo(Instant.EPOCH);
        assertThat(new Availability.At(EmitOptions.MAX_AT).dueAt(NOW)).isEqualTo(EmitOptions.MAX_AT);
        assertThat(new Availability.After(EmitOptions.MAX_DELAY).dueAt(NOW))
                .isEqualTo(Instant.parse("2125-12-08T00:00:00Z"));
    }

    @Test
    void failureIsCutButNeverWithinASurrogatePair() {
        assertThat(new Failure("x".repeat(Failure.MAX_LENGTH + 1)).error()).hasSize(Failure.MAX_LENGTH);
        String pairAtTheEnd = "x".repeat(Failure.MAX_LENGTH - 1) + "\ud83d\ude00";
        assertThat(new Failure(pairAtTheEnd).error()).isEqualTo("x".repeat(Failure.MAX_LENGTH - 1));
    }

    @Test
    void failureReplacesWhatNoStoreCanKeep() {
        assertThat(new Failure("half \ud83d nul \0").error()).isEqualTo("half ? nul ?");
        assertThat(Failure.of(new IllegalStateException("no")).error())
                .isEqualTo("java.lang.IllegalStateException: no");
    }

    @Test
    void messageCopiesItsCollectionsAndHasABinding() {
        Map<String, String> headers = new HashMap<>(Map.of("h", "v"));
        Set<String> bindings = new HashSet<>(Set.of("b"));
        OutboxMessage message =
                new OutboxMessage("i", "n", null, new byte[0], headers, new Availability.Now(), bindings);
        headers.clear();
        bindings.clear();
        assertThat(message.headers()).containsExactly(Map.entry("h", "v"));
        assertThat(message.bindings()).containsExactly("b");
        assertThatThrownBy(() ->
                        new OutboxMessage("i", "n", null, new byte[0], Map.of(), new Availability.Now(), Set.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("i");
    }

    @Test
    void claimedRecordKnowsItsLaneAndKeepsItsPayloadOutOfLogs() {
        assertThat(record("k").lane()).isEqualTo(new Lane(3, "mail", "k"));
        assertThat(record(null).lane()).isNull();
        assertThat(record("k")).hasToString("record i (mail) of n in partition 3");
    }

    private static ClaimedRecord record(@Nullable String key) {
        return new ClaimedRecord(
                new RecordId("i", "mail"), 3, 1, "n", key, new byte[0], Map.of(), NOW, 0, 0, "token", NOW, "handle");
    }
}
