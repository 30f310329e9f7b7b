package org.outboxee.jpa.internal;

import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;

class EclipseLinkH2HandlerTransactionTest extends HandlerTransactionContract {

    EclipseLinkH2HandlerTransactionTest() {
        super(Provider.ECLIPSELINK, Kind.H2);
    }
}
