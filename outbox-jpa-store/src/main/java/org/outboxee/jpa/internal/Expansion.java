package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Set;
import org.outboxee.admin.RecordId;
import org.outboxee.jpa.OutboxRecord;
import org.outboxee.jpa.OutboxRecord.Place;
import org.outboxee.jpa.internal.Numbering.Numbers;
import org.outboxee.spi.Availability;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.OutboxMessage;

/** Turns an unbound record into one per binding. Safe for any number of threads. */
final class Expansion {

    private final StoreParts parts;
    private final Duplicates duplicates;

    Expansion(StoreParts parts) {
        this.parts = parts;
        this.duplicates = new Duplicates(parts.partitions().outboxId());
    }

    boolean expand(ClaimedRecord record, Set<String> bindings) {
        return parts.work().inNewTransaction("expand " + record, entities -> {
            if (!delete(entities, record)) {
                return false;
            }
            insert(entities, record, missing(entities, record, bindings));
            LaneKey lane = LaneKey.of(record);
            if (lane != null) {
                Lanes.wake(entities, parts.database(), parts.currentReads(), lane, true);
            }
            return true;
        });
    }

    private static boolean delete(EntityManager entities, ClaimedRecord record) {
        return entities.createQuery("delete from OutboxRecord r where r.id = :id and r.claimToken = :token")
                        .setParameter("id", RowHandle.of(record).id())
                        .setParameter("token", record.token())
                        .executeUpdate()
                == 1;
    }

    private List<String> missing(EntityManager entities, ClaimedRecord record, Set<String> bindings) {
        List<RecordId> existing =
                duplicates.existing(entities, List.of(record.id().messageId()));
        return bindings.stream()
                .filter(binding -> !existing.contains(new RecordId(record.id().messageId(), binding)))
                .sorted()
                .toList();
    }

    private void insert(EntityManager entities, ClaimedRecord record, List<String> bindings) {
        if (bindings.isEmpty()) {
            return;
        }
        RowHandle handle = RowHandle.of(record);
        NumberSource source = NumberSource.of(handle.partitionId(), record.key());
        // Only the primary keys are new: the records keep their place, as if they had been written by the emit.
        Numbers numbers = parts.numbering()
                .take(entities, source, bindings.size(), parts.clock().millis());
        OutboxMessage message = new OutboxMessage(
                record.id().messageId(),
                record.name(),
                record.key(),
                record.payload(),
                record.headers(),
                new Availability.Now(),
                Set.copyOf(bindings),
                handle.idRemembered());
        for (int i = 0; i < bindings.size(); i++) {
            Place place = new Place(
                    RecordNumbers.id(source.counterId(), numbers.values()[i]),
                    parts.partitions().outboxId(),
                    handle.partitionId(),
                    record.seq(),
                    record.createdAt().toEpochMilli(),
                    handle.availableAt(),
                    true);
            entities.persist(new OutboxRecord(
                    place, message, bindings.get(i), parts.headers().encode(record.headers())));
        }
    }
}
