package org.outboxee.jpa.internal;

import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;

class HibernateSqliteSchemaTest extends SchemaContract {

    HibernateSqliteSchemaTest() {
        super(Provider.HIBERNATE, Kind.SQLITE);
    }
}
