package org.outboxee.jpa.internal;

import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;

class HibernatePostgresqlSchemaTest extends SchemaContract {

    HibernatePostgresqlSchemaTest() {
        super(Provider.HIBERNATE, Kind.POSTGRESQL);
    }
}
