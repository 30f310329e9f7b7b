package org.outboxee.admin;

/**
 * Identifies one record: a message and the binding it is for. Unique in an outbox.
 *
 * @param messageId the message id
 * @param binding the binding, or {@code *} while no handler's binding is known
 */
public record RecordId(String messageId, String binding) {

    @Override
    public String toString() {
        return messageId + " (" + binding + ")";
    }
}
