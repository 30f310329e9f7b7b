package org.outboxee.jpa.internal;

import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;

class HibernateMariadbSchemaTest extends SchemaContract {

    HibernateMariadbSchemaTest() {
        super(Provider.HIBERNATE, Kind.MARIADB);
    }
}
