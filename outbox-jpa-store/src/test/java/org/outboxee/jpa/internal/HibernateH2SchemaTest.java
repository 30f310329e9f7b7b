package org.outboxee.jpa.internal;

import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;

class HibernateH2SchemaTest extends SchemaContract {

    HibernateH2SchemaTest() {
        super(Provider.HIBERNATE, Kind.H2);
    }
}
