package org.outboxee.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.outboxee.OutboxConfigurationException;
import org.outboxee.jpa.testing.Jta;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;
import org.outboxee.spi.OutboxBackend;
import org.outboxee.spi.StoreContext;
import org.outboxee.spi.StoreProvider;
import org.outboxee.spi.Ticker;

/** The provider as a CDI bean, beside the application's producers. */
class JpaStoreProviderTest {

    private static TestUnit unit;

    @BeforeAll
    static void build() {
        unit = new TestUnit(Provider.HIBERNATE, Kind.H2, 5);
    }

    @AfterAll
    static void close() {
        unit.close();
    }

    /** An application that marks its unit. */
    static class Marked {
        @Produces
        @OutboxUnit
        EntityManagerFactory factory = unit.factory();

        @Produces
        EntityManagerFactory another() {
            throw new IllegalStateException("Not the outbox unit");
        }
    }

    /** An application that marks another one, too. */
    static class MarkedAgain {
        @Produces
        @OutboxUnit
        EntityManagerFactory factory = unit.factory();
    }

    private static StoreContext context(String schema) {
        return new StoreContext(
                "test",
                4,
                Jta::requireNew,
                Runnable::run,
                List::of,
                Ticker.SYSTEM,
                key -> key.equals("outbox.jpa.schema") ? Optional.of(schema) : Optional.empty());
    }

    private static SeContainer application(Class<?>... beans) {
        return SeContainerInitializer.newInstance()
                .disableDiscovery()
                .addBeanClasses(JpaStoreProvider.class)
                .addBeanClasses(beans)
                .initialize();
    }

    @Test
    void opensTheUnitThatTheApplicationMarks() {
        try (SeContainer container = application(Marked.class)) {
            StoreProvider provider = container.select(StoreProvider.class).get();
            assertThat(provider.name()).isEqualTo("jpa");
            try (OutboxBackend backend = provider.open(context("create"))) {
                assertThat(backend.store().counts().pending()).isZero();
            }
        }
    }

    @Test
    void withoutAMarkedUnitItShowsTheProducerToAdd() {
        try (SeContainer container = application()) {
            StoreProvider provider = container.select(StoreProvider.class).get();
            assertThatThrownBy(() -> provider.open(context("check")))
                    .isInstanceOf(OutboxConfigurationException.class)
                    .hasMessageStartingWith("OUTBOX-03014: ")
                    .hasMessageContaining("found none")
                    .hasMessageContaining(
                            "@Produces @OutboxUnit @PersistenceUnit(unitName = \"shop\") EntityManagerFactory factory;");
        }
    }

    @Test
    void severalMarkedUnitsAreRefused() {
        try (SeContainer container = application(Marked.class, MarkedAgain.class)) {
            StoreProvider provider = container.select(StoreProvider.class).get();
            assertThatThrownBy(() -> provider.open(context("check")))
                    .isInstanceOf(OutboxConfigurationException.class)
                    .hasMessageContaining("found several");
        }
    }

    @Test
    void unknownSchemaModeIsRefusedWithTheAllowedOnes() {
        try (SeContainer container = application(Marked.class)) {
            StoreProvider provider = container.select(StoreProvider.class).get();
            assertThatThrownBy(() -> provider.open(context("update")))
                    .isInstanceOf(OutboxConfigurationException.class)
                    .hasMessageStartingWith("OUTBOX-03012: outbox.jpa.schema is update; allowed are check")
                    .hasMessageContaining("and create");
        }
    }
}
