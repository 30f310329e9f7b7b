package org.outboxee.jpa.internal;

import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;

class HibernateH2AppendTest extends AppendContract {

    HibernateH2AppendTest() {
        super(Provider.HIBERNATE, Kind.H2);
    }
}
