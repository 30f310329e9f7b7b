package org.outboxee.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.outboxee.spi.OutboxStoreException;

class AppendUnitsTest {

    private final ExecutorService other = Executors.newSingleThreadExecutor();
    private final AppendUnits patient = new AppendUnits(3, Duration.ofSeconds(30));
    private final AppendUnits impatient = new AppendUnits(3, Duration.ofMillis(1));
    private final List<String> visible = new ArrayList<>();

    @AfterEach
    void endOtherThread() {
        other.shutdownNow();
    }

    @Test
    void anotherThreadsUnitWaitsForThisOneAndGivesUpInTheEnd() {
        impatient.enter(List.of(1));
        assertThatThrownBy(() -> onOtherThread(() -> impatient.enter(List.of(1))))
                .isInstanceOf(OutboxStoreException.class)
                .hasMessageContaining("partition 1")
                .hasMessageContaining("OUTBOX-04002");
    }

    @Test
    void unitThatGaveUpHoldsNothing() {
        AppendUnit first = impatient.enter(List.of(2));
        assertThatThrownBy(() -> onOtherThread(() -> impatient.enter(List.of(0, 1, 2))))
                .isInstanceOf(OutboxStoreException.class);
        impatient.leave(first, () -> {});
        impatient.leave(impatient.enter(List.of(0, 1, 2)), () -> visible.add("all"));
        assertThat(visible).containsExactly("all");
    }

    @Test
    void otherPartitionsDoNotWait() {
        impatient.enter(List.of(0, 2));
        assertThat(onOtherThread(() -> impatient.enter(List.of(1)))).isNotNull();
    }

    @Test
    void unitMayEndOnAnotherThread() {
        AppendUnit unit = patient.enter(List.of(0));
        onOtherThread(() -> {
            patient.leave(unit, () -> visible.add("first"));
            AppendUnit next = patient.enter(List.of(0));
            patient.leave(next, () -> visible.add("second"));
            return next;
        });
        assertThat(visible).containsExactly("first", "second");
    }

    @Test
    void waitingUnitGoesOnWhenTheOtherEnds() throws Exception {
        AppendUnit unit = patient.enter(List.of(0));
        Future<?> waiting = other.submit(() -> patient.leave(patient.enter(List.of(0)), () -> visible.add("second")));
        patient.leave(unit, () -> visible.add("first"));
        waiting.get(30, TimeUnit.SECONDS);
        assertThat(visible).containsExactly("first", "second");
    }

    @Test
    void appendsOfOneThreadBecomeVisibleTogetherInTheOrderOfTheirReports() {
        AppendUnit outer = patient.enter(List.of(1));
        AppendUnit inner = patient.enter(List.of(0, 1));
        assertThat(inner).isSameAs(outer);
        patient.leave(inner, () -> visible.add("inner"));
        assertThat(visible).isEmpty();
        patient.leave(outer, () -> visible.add("outer"));
        assertThat(visible).containsExactly("inner", "outer");
        assertThat(patient.enter(List.of(0, 1))).isNotSameAs(outer);
    }

    @Test
    void interruptEndsTheWaitAndStaysVisible() {
        patient.enter(List.of(0));
        boolean interrupted = onOtherThread(() -> {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> patient.enter(List.of(0)))
                    .isInstanceOf(OutboxStoreException.class)
                    .hasMessageContaining("interrupted");
            return Thread.interrupted();
        });
        assertThat(interrupted).isTrue();
    }

    private <T> T onOtherThread(Supplier<T> work) {
        try {
            return other.submit(work::get).get(30, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw (RuntimeException) e.getCause();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
