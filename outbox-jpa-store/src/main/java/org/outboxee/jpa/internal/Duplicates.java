package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.outboxee.DuplicateMessageException;
import org.outboxee.admin.RecordId;
import org.outboxee.spi.OutboxMessage;

/** Finds message ids that an outbox has already. Stateless. */
final class Duplicates {

    private static final int NAMED = 5;

    private final int outboxId;

    Duplicates(int outboxId) {
        this.outboxId = outboxId;
    }

    /**
     * Looks for each message's id and bindings among the others of the same list and in the table. What another
     * transaction writes at the same time is found by the unique constraint alone.
     *
     * @throws DuplicateMessageException if one is there
     */
    void refuse(EntityManager entities, List<OutboxMessage> messages) {
        Set<RecordId> seen = new HashSet<>();
        for (List<String> ids :
                Chunks.of(messages.stream().map(OutboxMessage::id).toList())) {
            seen.addAll(existing(entities, ids));
        }
        for (OutboxMessage message : messages) {
            for (String binding : message.bindings()) {
                if (!seen.add(new RecordId(message.id(), binding))) {
                    throw duplicate("Message id " + message.id(), null);
                }
            }
        }
    }

    /** The records of some messages that are in the table. */
    List<RecordId> existing(EntityManager entities, List<String> messageIds) {
        return entities.createQuery(
                        "select r.messageId, r.binding from OutboxRecord r"
                                + " where r.outboxId = :outbox and r.messageId in :ids",
                        Object[].class)
                .setParameter("outbox", outboxId)
                .setParameter("ids", messageIds)
                .getResultStream()
                .map(row -> new RecordId((String) row[0], (String) row[1]))
                .toList();
    }

    /** The exception for messages one of which violated the unique constraint. */
    DuplicateMessageException violated(List<OutboxMessage> messages, RuntimeException cause) {
        if (messages.size() == 1) {
            return duplicate("Message id " + messages.get(0).id(), cause);
        }
        String some = messages.stream().limit(NAMED).map(OutboxMessage::id).collect(Collectors.joining(", "));
        String more = messages.size() > NAMED ? " and " + (messages.size() - NAMED) + " more" : "";
        return duplicate("One of the message ids " + some + more, cause);
    }

    private static DuplicateMessageException duplicate(String subject, @Nullable RuntimeException cause) {
        return new DuplicateMessageException(
                "OUTBOX-03007",
                subject
                        + " is in this outbox already, for the same binding. The transaction has to roll back: the message"
                        + " was emitted before, or another one was given its id",
                cause);
    }
}
