package org.outboxee.jpa.internal;

import org.outboxee.jpa.testing.Provider;

class EclipseLinkAppendTest extends AppendContract {

    EclipseLinkAppendTest() {
        super(Provider.ECLIPSELINK);
    }
}
