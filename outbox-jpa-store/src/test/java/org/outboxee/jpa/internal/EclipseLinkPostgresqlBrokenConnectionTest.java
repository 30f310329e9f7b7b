package org.outboxee.jpa.internal;

import org.outboxee.jpa.testing.PostgresqlServer;
import org.outboxee.jpa.testing.Provider;

class EclipseLinkPostgresqlBrokenConnectionTest extends BrokenConnectionContract {

    EclipseLinkPostgresqlBrokenConnectionTest() {
        super(Provider.ECLIPSELINK, PostgresqlServer.shared());
    }
}
