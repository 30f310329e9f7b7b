package org.outboxee.jpa.internal;

import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;

class HibernateMariadbHandlerTransactionTest extends HandlerTransactionContract {

    HibernateMariadbHandlerTransactionTest() {
        super(Provider.HIBERNATE, Kind.MARIADB);
    }
}
