package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;

class DatabaseClockTest {

    /** Scenario 10. */
    @ParameterizedTest
    @EnumSource
    void clockIsReadInUtcAndMillisecondsWhateverTheTimeZoneOfTheSession(Kind kind) {
        try (TestUnit unit = new TestUnit(Provider.HIBERNATE, kind, 2);
                TestStore store = TestStore.create(unit)) {
            // The database is on this machine.
            assertThat(store.backend.store().now()).isCloseTo(Instant.now(), within(5, ChronoUnit.SECONDS));
        }
    }
}
