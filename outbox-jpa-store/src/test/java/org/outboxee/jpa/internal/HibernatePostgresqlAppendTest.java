package org.outboxee.jpa.internal;

import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;

class HibernatePostgresqlAppendTest extends AppendContract {

    HibernatePostgresqlAppendTest() {
        super(Provider.HIBERNATE, Kind.POSTGRESQL);
    }
}
