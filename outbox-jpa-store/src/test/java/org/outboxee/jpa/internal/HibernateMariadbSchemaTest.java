package org.outboxee.jpa.internal;

import org.junit.jupiter.api.Test;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;

class HibernateMariadbSchemaTest extends SchemaContract {

    HibernateMariadbSchemaTest() {
        super(Provider.HIBERNATE, Kind.MARIADB);
    }

    @Test
    void columnsThatTakeDifferentTextsForEqualAreNamedWithTheWayOut() {
        createTables();
        unit.database()
                .execute(
                        "alter table outbox_record modify ordering_key varchar(255) collate utf8mb4_bin",
                        "alter table outbox_record modify claim_token varchar(32) collate latin1_bin",
                        "alter table outbox_record modify last_error varchar(1000) collate utf8mb4_general_ci",
                        "alter table outbox_partition convert to character set utf8mb4 collate utf8mb4_general_ci");
        assertRefused()
                .hasMessageStartingWith("OUTBOX-03015: The outbox needs collation utf8mb4_nopad_bin,")
                .hasMessageContaining(". column outbox_name of table outbox_partition has utf8mb4_general_ci;"
                        + " column owner of table outbox_partition has utf8mb4_general_ci;"
                        + " column ordering_key of table outbox_record has utf8mb4_bin;"
                        + " column claim_token of table outbox_record has latin1_bin. Stop all nodes");
        for (String table : new String[] {"outbox_record", "outbox_partition"}) {
            unit.database()
                    .execute("alter table " + table + " convert to character set utf8mb4 collate utf8mb4_nopad_bin");
        }
        TestStore.open(unit).close();
    }
}
