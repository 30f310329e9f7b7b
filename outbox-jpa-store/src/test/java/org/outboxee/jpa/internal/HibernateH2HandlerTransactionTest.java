package org.outboxee.jpa.internal;

import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;

class HibernateH2HandlerTransactionTest extends HandlerTransactionContract {

    HibernateH2HandlerTransactionTest() {
        super(Provider.HIBERNATE, Kind.H2);
    }
}
