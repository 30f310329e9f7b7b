package org.outboxee.jpa.internal;

import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;

class EclipseLinkPostgresqlSchemaTest extends SchemaContract {

    EclipseLinkPostgresqlSchemaTest() {
        super(Provider.ECLIPSELINK, Kind.POSTGRESQL);
    }
}
