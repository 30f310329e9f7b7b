package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.outboxee.spi.OutboxStoreException;

class StoreClockTest {

    private static final Instant START = Instant.parse("2026-03-29T00:59:59.123Z");

    private long nanos = 42;
    private Duration ahead = Duration.ZERO;
    private Duration onceAhead = Duration.ZERO;
    private final List<Duration> answerTimes = new ArrayList<>();
    private boolean down;
    private int asked;
    private final List<Runnable> background = new ArrayList<>();

    /** The database's clock: it goes with the ticker, except that a test sets it. */
    private long database() {
        asked++;
        if (down) {
            throw new OutboxStoreException("OUTBOX-03001", "down", null);
        }
        Duration answerTime = answerTimes.isEmpty() ? Duration.ZERO : answerTimes.remove(0);
        // The clock is read half way.
        nanos += answerTime.toNanos() / 2;
        long shown = trueTime().plus(onceAhead).toEpochMilli();
        onceAhead = Duration.ZERO;
        nanos += answerTime.toNanos() / 2;
        return shown;
    }

    private Instant trueTime() {
        return START.plusNanos(nanos - 42).plus(ahead);
    }

    private StoreClock open() {
        return new StoreClock(this::database, () -> nanos, background::add);
    }

    private void pass(Duration duration) {
        nanos += duration.toNanos();
    }

    private void runBackground() {
        List<Runnable> tasks = List.copyOf(background);
        background.clear();
        tasks.forEach(Runnable::run);
    }

    private static void assertClose(Instant actual, Instant expected) {
        assertThat(Duration.between(expected, actual)).isBetween(Duration.ofMillis(-1), Duration.ofMillis(1));
    }

    @Test
    void monotonicTimeCarriesTheDatabasesClockOn() {
        StoreClock clock = open();
        assertClose(clock.now(), START);
        pass(Duration.ofSeconds(59));
        assertClose(clock.now(), START.plusSeconds(59));
        assertThat(background).isEmpty();
    }

    @Test
    void quickestOfTheFirstReadingsCounts() {
        answerTimes.addAll(List.of(Duration.ofSeconds(8), Duration.ofMillis(2), Duration.ofSeconds(3)));
        StoreClock clock = open();
        assertThat(asked).isEqualTo(3);
        assertClose(clock.now(), trueTime());
    }

    @Test
    void readingIsRefreshedInTheBackground() {
        StoreClock clock = open();
        ahead = Duration.ofMillis(30);
        pass(StoreClock.REFRESH.plusSeconds(1));
        assertClose(clock.now(), trueTime().minusMillis(30));
        assertThat(background).hasSize(1);
        runBackground();
        assertClose(clock.now(), trueTime());
        assertThat(background).isEmpty();
    }

    @Test
    void oneRefreshRunsAtATime() {
        StoreClock clock = open();
        pass(StoreClock.REFRESH.plusSeconds(1));
        clock.now();
        pass(StoreClock.REFRESH.plusSeconds(1));
        clock.now();
        assertThat(background).hasSize(1);
    }

    @Test
    void clockThatWasSetIsFollowedOnceASecondReadingConfirmsIt() {
        StoreClock clock = open();
        ahead = Duration.ofMinutes(-7);
        pass(StoreClock.REFRESH.plusSeconds(1));
        clock.now();
        asked = 0;
        runBackground();
        assertThat(asked).isEqualTo(2);
        assertClose(clock.now(), trueTime());
    }

    @Test
    void singleReadingThatIsFarOffIsNotBelieved() {
        StoreClock clock = open();
        pass(StoreClock.REFRESH.plusSeconds(1));
        clock.now();
        onceAhead = Duration.ofHours(1);
        runBackground();
        assertClose(clock.now(), trueTime());
    }

    @Test
    void databaseThatIsDownLeavesTheLastReadingInUseAndIsNotAskedAgainAtOnce() {
        StoreClock clock = open();
        down = true;
        pass(StoreClock.REFRESH.plusSeconds(1));
        clock.now();
        runBackground();
        assertClose(clock.now(), trueTime());
        assertThat(background).isEmpty();
        pass(StoreClock.REFRESH.plusSeconds(1));
        clock.now();
        assertThat(background).hasSize(1);
    }
}
