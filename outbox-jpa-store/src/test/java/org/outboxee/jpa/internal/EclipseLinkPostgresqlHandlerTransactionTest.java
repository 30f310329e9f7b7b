package org.outboxee.jpa.internal;

import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;

class EclipseLinkPostgresqlHandlerTransactionTest extends HandlerTransactionContract {

    EclipseLinkPostgresqlHandlerTransactionTest() {
        super(Provider.ECLIPSELINK, Kind.POSTGRESQL);
    }
}
