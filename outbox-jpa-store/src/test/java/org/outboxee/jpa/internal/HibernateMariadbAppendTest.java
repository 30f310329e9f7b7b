package org.outboxee.jpa.internal;

import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;

class HibernateMariadbAppendTest extends AppendContract {

    HibernateMariadbAppendTest() {
        super(Provider.HIBERNATE, Kind.MARIADB);
    }
}
