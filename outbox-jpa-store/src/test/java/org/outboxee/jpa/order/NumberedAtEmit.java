package org.outboxee.jpa.order;

import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Objects;
import org.outboxee.jpa.OutboxRecord;
import org.outboxee.jpa.OutboxRecord.Place;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.Partitions;

/**
 * What the store must not do: a message gets its seq when it is emitted, long before its transaction commits. Only what
 * has a key. Safe for any number of threads.
 */
final class NumberedAtEmit implements Emission {

    private final Node node;
    private final List<Integer> partitionIds;
    private final AtCompletion<OutboxRecord> atCompletion = new AtCompletion<>(this::insert);
    private long number;

    NumberedAtEmit(Shop shop, Node node) {
        this.node = node;
        partitionIds = shop.query("select id from outbox_partition order by partition_no").stream()
                .map(Integer::valueOf)
                .toList();
    }

    @Override
    public void emit(OutboxMessage message) {
        atCompletion.add(numbered(message));
    }

    private synchronized OutboxRecord numbered(OutboxMessage message) {
        number++;
        int partition = Partitions.forKey(Objects.requireNonNull(message.key()), Shop.PARTITIONS);
        // All are as old as each other, so that seq alone orders them.
        Place place = new Place(number, partitionIds.get(0), partitionIds.get(partition), number, 1, 1, true);
        return new OutboxRecord(place, message, message.bindings().iterator().next(), null);
    }

    private void insert(List<OutboxRecord> records) {
        try (EntityManager entities = node.factory().createEntityManager()) {
            entities.joinTransaction();
            records.forEach(entities::persist);
            entities.flush();
        }
    }
}
