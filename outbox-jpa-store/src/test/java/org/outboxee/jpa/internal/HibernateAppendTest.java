package org.outboxee.jpa.internal;

import org.outboxee.jpa.testing.Provider;

class HibernateAppendTest extends AppendContract {

    HibernateAppendTest() {
        super(Provider.HIBERNATE);
    }
}
