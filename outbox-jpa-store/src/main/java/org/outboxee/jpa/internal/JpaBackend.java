package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceException;
import java.util.List;
import java.util.Map;
import org.outboxee.OutboxConfigurationException;
import org.outboxee.jpa.OutboxRecord;
import org.outboxee.spi.Appender;
import org.outboxee.spi.OutboxBackend;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.PartitionLeases;
import org.outboxee.spi.StoreContext;

/** An opened JPA store. Safe for any number of threads. */
public final class JpaBackend implements OutboxBackend {

    private static final int MAX_NAME = 100;

    private final StoreClock clock;
    private final KeylessBlocks blocks;
    private final Appender appender;
    private final OutboxStore store;
    private final PartitionLeases leases;

    private JpaBackend(
            StoreContext context,
            Work work,
            Database database,
            PartitionIds partitions,
            BulkChanges changes,
            LaneHeads heads,
            LaneReads reads,
            Depth depth,
            BacklogReads backlog) {
        this.clock = new StoreClock(() -> epochMillis(work, database), context.ticker(), context.background());
        this.blocks = new KeylessBlocks(counters -> reserve(work, counters), context.background());
        if (!database.singleWriter()) {
            blocks.reserve(partitions.ids().stream()
                    .map(id -> NumberSource.of(id, null).counterId())
                    .toList());
        }
        Numbering numbering = new Numbering(blocks, !database.singleWriter());
        StoreParts parts = new StoreParts(
                work,
                database,
                partitions,
                clock,
                numbering,
                new HeaderJson(),
                new FailureJson(),
                context.retention(),
                changes,
                heads,
                reads,
                depth,
                backlog);
        this.appender = new JpaAppender(parts, new PartitionChoice(partitions, context.ownedPartitions()));
        this.store = new JpaOutboxStore(parts, context.outboxName());
        this.leases = new JpaLeases(work, database, partitions, context.outboxName());
    }

    /**
     * Opens the store on a persistence unit.
     *
     * @throws OutboxConfigurationException if the unit, its tables or the recorded partitions are not what they have to
     *     be
     * @throws OutboxStoreException if the database fails
     */
    public static JpaBackend open(EntityManagerFactory factory, StoreContext context) {
        SchemaMode mode = SchemaMode.of(context.setting().apply(SchemaMode.KEY));
        checkName(context.outboxName());
        checkMapping(factory);
        Work unprepared = new Work(factory, context.transactions());
        ProviderAccess provider = provider(factory);
        Database database = Database.of(unprepared.inNewTransaction(
                "ask which database it is on",
                entities -> provider.withConnection(
                        entities, connection -> connection.getMetaData().getDatabaseProductName())));
        Schema schema = new Schema(unprepared, database, provider);
        if (mode == SchemaMode.CREATE) {
            schema.create();
        } else {
            schema.check();
        }
        Work work = unprepared.on(database);
        PartitionIds partitions =
                new PartitionTable(work, database, provider, context.outboxName(), context.partitions()).open();
        try (EntityManager entities = factory.createEntityManager()) {
            Depth depth = new Depth(entities, provider);
            return new JpaBackend(
                    context,
                    work,
                    database,
                    partitions,
                    BulkChanges.of(database, entities, provider),
                    new LaneHeads(database, entities, provider),
                    LaneReads.current(database, entities, provider),
                    depth,
                    new BacklogReads(entities, provider, depth));
        }
    }

    private static void checkName(String name) {
        if (name.isEmpty() || name.length() > MAX_NAME) {
            throw new OutboxConfigurationException(
                    "OUTBOX-03013",
                    "outbox.name has " + name.length() + " characters; the JPA store takes 1 to " + MAX_NAME);
        }
    }

    private static void checkMapping(EntityManagerFactory factory) {
        try {
            factory.getMetamodel().entity(OutboxRecord.class);
        } catch (IllegalArgumentException e) {
            throw new OutboxConfigurationException(
                    "OUTBOX-03003",
                    "The @OutboxUnit persistence unit does not map the outbox. Add this line to it in"
                            + " META-INF/persistence.xml, before any <class>, or name a copy of the file:"
                            + " <mapping-file>META-INF/outbox-orm.xml</mapping-file>",
                    e);
        } catch (PersistenceException e) {
            throw unreachable(e);
        }
    }

    /** EclipseLink connects when a unit is first used, and tells a mapping that is wrong at the same moment. */
    private static RuntimeException unreachable(PersistenceException failure) {
        return DatabaseTrouble.isOfDatabase(failure)
                ? new OutboxStoreException(
                        "OUTBOX-03018",
                        "The @OutboxUnit persistence unit cannot be used, so the outbox can neither write nor deliver. "
                                + DatabaseTrouble.describe(failure),
                        failure)
                : failure;
    }

    private static ProviderAccess provider(EntityManagerFactory factory) {
        try (EntityManager entities = factory.createEntityManager()) {
            return ProviderAccess.of(entities);
        }
    }

    private static long epochMillis(Work work, Database database) {
        return work.inNewTransaction("read the database's clock", entities -> (Number)
                        entities.createNativeQuery(database.epochMillis()).getSingleResult())
                .longValue();
    }

    private static Map<Integer, Long> reserve(Work work, List<Integer> counterIds) {
        return work.inNewTransaction(
                "reserve numbers for messages without a key",
                entities -> Counters.takeEach(entities, counterIds, KeylessBlocks.SIZE));
    }

    @Override
    public Appender appender() {
        return appender;
    }

    @Override
    public OutboxStore store() {
        return store;
    }

    @Override
    public PartitionLeases leases() {
        return leases;
    }

    /** The store's clock, which tests move. */
    StoreClock clock() {
        return clock;
    }

    @Override
    public void close() {
        blocks.close();
    }
}
