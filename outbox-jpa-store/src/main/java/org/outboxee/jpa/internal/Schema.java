package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.outboxee.OutboxConfigurationException;
import org.outboxee.jpa.OutboxCounter;
import org.outboxee.jpa.OutboxNode;
import org.outboxee.jpa.OutboxPartition;
import org.outboxee.jpa.OutboxRecord;
import org.outboxee.spi.OutboxStoreException;

/**
 * Checks that the tables are what the mapping says, and creates them where that is asked for. Stateless between calls.
 */
final class Schema {

    private static final Logger LOG = System.getLogger(Schema.class.getName());

    /** How often creation is tried: another node may be creating the same tables at the same time. */
    private static final int CREATE_ATTEMPTS = 5;

    /** What a table has to have beside its columns; {@code compared} are texts that statements compare. */
    private record Needed(Class<?> entity, List<String> compared, List<NeededIndex> indexes) {}

    private record NeededIndex(boolean unique, List<String> attributes) {}

    private static final List<Needed> TABLES = List.of(
            new Needed(
                    OutboxPartition.class,
                    List.of("outboxName", "owner"),
                    List.of(new NeededIndex(true, List.of("outboxName", "partitionNo")))),
            new Needed(OutboxCounter.class, List.of(), List.of()),
            new Needed(OutboxNode.class, List.of("id", "outboxName"), List.of()),
            new Needed(
                    OutboxRecord.class,
                    List.of("messageId", "binding", "orderingKey", "claimToken"),
                    List.of(
                            new NeededIndex(true, List.of("outboxId", "messageId", "binding")),
                            new NeededIndex(false, List.of("partitionId", "state", "sortAt", "seq")),
                            new NeededIndex(false, List.of("partitionId", "binding", "orderingKey", "state", "seq")))));

    private final Work work;
    private final Database database;
    private final ProviderAccess provider;

    Schema(Work work, Database database, ProviderAccess provider) {
        this.work = work;
        this.database = database;
        this.provider = provider;
    }

    /**
     * Runs the script of this database unless nothing is missing.
     *
     * @throws OutboxConfigurationException if something is missing all the same; the message names all of it
     */
    void create() {
        for (int attempt = 1; attempt < CREATE_ATTEMPTS; attempt++) {
            try {
                if (missing().isEmpty()) {
                    return;
                }
                runScript();
            } catch (OutboxStoreException e) {
                // Another node creates the tables. Even reading what is there can fail meanwhile, as on H2.
                LOG.log(Level.DEBUG, "The tables of the outbox could not be created at attempt " + attempt, e);
            }
        }
        if (!missing().isEmpty()) {
            runScript();
        }
        check();
    }

    private void runScript() {
        work.inNewTransaction("create its tables", entities -> {
            List<String> statements = MappedScript.statements(entities, provider, database);
            statements.forEach(
                    statement -> entities.createNativeQuery(statement).executeUpdate());
            return statements.size();
        });
    }

    /**
     * Compares the tables with the mapping.
     *
     * @throws OutboxConfigurationException if something is missing, or does not compare by bytes; the message names all
     *     of it
     */
    void check() {
        List<String> missing = missing();
        if (!missing.isEmpty()) {
            throw new OutboxConfigurationException(
                    "OUTBOX-03005",
                    "The outbox tables are not complete; missing: " + String.join("; ", missing) + ". " + script()
                            + ": run it, or let your migration tool run it, or for development set"
                            + " outbox.jpa.schema=create");
        }
        checkCollations();
    }

    /** Says where the script is that creates the tables; one with other names is in the log. */
    private String script() {
        List<String> statements = work.inNewTransaction(
                "read its mapping", entities -> MappedScript.statements(entities, provider, database));
        if (statements.equals(SchemaScript.statements(database.script()))) {
            return "The script " + database.script() + " in the jar of outbox-jpa-store creates them";
        }
        LOG.log(
                Level.INFO,
                "OUTBOX-03017: The script that creates the tables of the outbox by the names of the mapping:\n"
                        + String.join(";\n", statements) + ";");
        return "A script that creates them by the names of your mapping is in the log under OUTBOX-03017";
    }

    private void checkCollations() {
        String required = database.collation();
        if (required == null) {
            return;
        }
        List<String> wrong = work.inNewTransaction(
                "check its collations",
                entities -> provider.withConnection(entities, connection -> {
                    List<String> all = new ArrayList<>();
                    for (Needed needed : TABLES) {
                        MappedTable mapped = MappedTable.of(entities, provider, needed.entity());
                        all.addAll(Collations.wrong(
                                connection, mapped.name(), mapped.columns(needed.compared()), required));
                    }
                    return all;
                }));
        if (!wrong.isEmpty()) {
            throw new OutboxConfigurationException(
                    "OUTBOX-03015",
                    "The outbox needs collation " + required + ", which compares by bytes: with another one, keys that"
                            + " differ in case, accents or spaces share a lane, and message ids that do are taken for"
                            + " duplicates. " + String.join("; ", wrong) + ". Stop all nodes and run, for each table:"
                            + " alter table ... convert to character set utf8mb4 collate " + required);
        }
    }

    private List<String> missing() {
        return work.inNewTransaction(
                "check its tables",
                entities -> provider.withConnection(entities, connection -> {
                    List<String> missing = new ArrayList<>();
                    for (Needed needed : TABLES) {
                        addMissing(needed, entities, connection, missing);
                    }
                    return missing;
                }));
    }

    private void addMissing(Needed needed, EntityManager entities, Connection connection, List<String> missing)
            throws SQLException {
        MappedTable mapped = MappedTable.of(entities, provider, needed.entity());
        TableMetadata table = TableMetadata.read(connection, mapped.name());
        if (!table.exists()) {
            missing.add("table " + mapped.name());
            return;
        }
        for (String column : mapped.columns().values()) {
            if (!table.hasColumn(column)) {
                missing.add("column " + column + " of table " + mapped.name());
            }
        }
        for (NeededIndex index : needed.indexes()) {
            List<String> columns = mapped.columns(index.attributes());
            if (!table.hasIndex(index.unique(), columns)) {
                missing.add((index.unique() ? "unique constraint" : "index") + " (" + String.join(", ", columns)
                        + ") on table " + mapped.name());
            }
        }
    }
}
