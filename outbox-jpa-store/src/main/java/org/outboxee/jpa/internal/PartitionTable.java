package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;
import org.outboxee.OutboxConfigurationException;
import org.outboxee.jpa.OutboxCounter;
import org.outboxee.jpa.OutboxPartition;
import org.outboxee.jpa.OutboxRecord;
import org.outboxee.spi.OutboxStoreException;

/**
 * Finds the partitions of an outbox name, or creates them together with their counters: locking a row that is missing
 * is what deadlocks, so all are there before the first message.
 */
final class PartitionTable {

    /**
     * Other nodes, or other outboxes, may be allotting ids at the same time; each attempt that fails saw one succeed.
     */
    private static final int ATTEMPTS = 10;

    private final Work work;
    private final Database database;
    private final String outboxName;
    private final int partitions;
    private final ProviderAccess provider;

    PartitionTable(Work work, Database database, ProviderAccess provider, String outboxName, int partitions) {
        this.work = work;
        this.database = database;
        this.provider = provider;
        this.outboxName = outboxName;
        this.partitions = partitions;
    }

    /**
     * The partitions, created if there are none.
     *
     * @throws OutboxConfigurationException if the recorded number of partitions is another
     */
    PartitionIds open() {
        OutboxStoreException failure = null;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            List<Integer> found = work.inNewTransaction("read its partitions", this::find);
            if (!found.isEmpty()) {
                return checked(found);
            }
            try {
                return new PartitionIds(work.inNewTransaction("record its partitions", this::create));
            } catch (OutboxStoreException e) {
                failure = e;
            }
        }
        throw failure == null ? new IllegalStateException("No attempt was made") : failure;
    }

    private PartitionIds checked(List<Integer> found) {
        if (found.size() != partitions) {
            throw new OutboxConfigurationException(
                    "OUTBOX-03006",
                    "outbox.partitions is " + partitions + ", but outbox " + outboxName + " was created with "
                            + found.size() + " partitions; with another number, messages with one ordering key would"
                            + " live in two partitions and overtake each other. Set outbox.partitions=" + found.size()
                            + ". To change the number, stop all nodes when " + table(OutboxRecord.class)
                            + " holds no record of this outbox (outbox_id " + found.get(0)
                            + ", dead letters included), and delete its rows in " + table(OutboxPartition.class)
                            + " and its counters in " + table(OutboxCounter.class));
        }
        return new PartitionIds(found);
    }

    private String table(Class<?> entity) {
        return work.inNewTransaction(
                "read its mapping",
                entities -> MappedTable.of(entities, provider, entity).name());
    }

    private List<Integer> find(EntityManager entities) {
        return entities.createQuery(
                        "select p.id from OutboxPartition p where p.outboxName = :name order by p.partitionNo",
                        Integer.class)
                .setParameter("name", outboxName)
                .getResultList();
    }

    private List<Integer> create(EntityManager entities) {
        database.prepareToWrite(entities);
        Integer last = entities.createQuery("select max(p.id) from OutboxPartition p", Integer.class)
                .getSingleResult();
        int first = last == null ? 1 : last + 1;
        RecordNumbers.checkPartitionId(first + partitions - 1);
        List<Integer> ids = new ArrayList<>();
        for (int number = 0; number < partitions; number++) {
            int id = first + number;
            ids.add(id);
            entities.persist(new OutboxPartition(id, outboxName, number));
            for (OutboxCounter.Kind kind : OutboxCounter.Kind.values()) {
                entities.persist(new OutboxCounter(id, kind));
            }
        }
        return ids;
    }
}
