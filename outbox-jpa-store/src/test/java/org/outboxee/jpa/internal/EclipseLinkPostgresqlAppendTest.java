package org.outboxee.jpa.internal;

import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;

class EclipseLinkPostgresqlAppendTest extends AppendContract {

    EclipseLinkPostgresqlAppendTest() {
        super(Provider.ECLIPSELINK, Kind.POSTGRESQL);
    }
}
