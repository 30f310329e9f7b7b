package org.outboxee.jpa.internal;

import org.outboxee.jpa.testing.MariadbServer;
import org.outboxee.jpa.testing.Provider;

class HibernateMariadbBrokenConnectionTest extends BrokenConnectionContract {

    HibernateMariadbBrokenConnectionTest() {
        super(Provider.HIBERNATE, MariadbServer.shared());
    }
}
