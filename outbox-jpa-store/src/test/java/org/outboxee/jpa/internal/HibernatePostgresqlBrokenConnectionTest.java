package org.outboxee.jpa.internal;

import org.outboxee.jpa.testing.PostgresqlServer;
import org.outboxee.jpa.testing.Provider;

class HibernatePostgresqlBrokenConnectionTest extends BrokenConnectionContract {

    HibernatePostgresqlBrokenConnectionTest() {
        super(Provider.HIBERNATE, PostgresqlServer.shared());
    }
}
