package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.outboxee.jpa.testing.BreakableDatabase;
import org.outboxee.jpa.testing.Jta;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.RestartablePostgresql;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.StoreContext;
import org.outboxee.spi.Ticker;

/** The database is down when the application starts: that is no mistake in it, and waiting helps. */
@Timeout(180)
class DatabaseDownTest {

    @Test
    void storeOpensOnAUnitThatWasBuiltBeforeTheDatabaseWasUp() {
        try (RestartablePostgresql server = new RestartablePostgresql();
                BreakableDatabase database = new BreakableDatabase(server.url(), 5)) {
            server.stop();
            try (EntityManagerFactory hibernate = Provider.HIBERNATE.createFactory(
                            "shop",
                            database.dataSource(),
                            Map.of(
                                    "hibernate.boot.allow_jdbc_metadata_access",
                                    "false",
                                    "hibernate.dialect",
                                    "org.hibernate.dialect.PostgreSQLDialect"));
                    EntityManagerFactory eclipseLink =
                            Provider.ECLIPSELINK.createFactory("shop", database.dataSource(), Map.of())) {
                for (EntityManagerFactory factory : List.of(hibernate, eclipseLink)) {
                    assertThatThrownBy(() -> open(factory))
                            .isInstanceOf(OutboxStoreException.class)
                            .hasMessageMatching("OUTBOX-030(01|18): .*")
                            .hasMessageContaining("Connection to localhost:")
                            .hasMessageContaining("refused")
                            .hasMessageContaining("(SQL state 08001, code 0). The database cannot be reached");
                }
                server.startAgain();
                for (EntityManagerFactory factory : List.of(hibernate, eclipseLink)) {
                    try (JpaBackend backend = open(factory)) {
                        assertThat(backend.store().counts().pending()).isZero();
                    }
                }
            }
        }
    }

    private static JpaBackend open(EntityManagerFactory factory) {
        return JpaBackend.open(
                factory,
                new StoreContext(
                        "test",
                        4,
                        Jta::requireNew,
                        Runnable::run,
                        List::of,
                        Ticker.SYSTEM,
                        key -> key.equals(SchemaMode.KEY) ? Optional.of("create") : Optional.empty()));
    }
}
