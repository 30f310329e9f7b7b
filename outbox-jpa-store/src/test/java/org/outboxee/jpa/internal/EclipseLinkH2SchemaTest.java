package org.outboxee.jpa.internal;

import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;

class EclipseLinkH2SchemaTest extends SchemaContract {

    EclipseLinkH2SchemaTest() {
        super(Provider.ECLIPSELINK, Kind.H2);
    }
}
