package org.outboxee.jpa.internal;

import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;

class EclipseLinkH2AppendTest extends AppendContract {

    EclipseLinkH2AppendTest() {
        super(Provider.ECLIPSELINK, Kind.H2);
    }
}
