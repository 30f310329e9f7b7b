package org.outboxee.jpa.internal;

import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;

class HibernatePostgresqlHandlerTransactionTest extends HandlerTransactionContract {

    HibernatePostgresqlHandlerTransactionTest() {
        super(Provider.HIBERNATE, Kind.POSTGRESQL);
    }
}
