package org.outboxee;

/**
 * Writes messages into the outbox as part of the caller's transaction.
 *
 * <pre>{@code
 * @Inject Outbox outbox;
 *
 * @Transactional
 * public void register(User user) {
 *     em.persist(user);
 *     outbox.emit("email.send", new SendEmail(user.email()), EmitOptions.key(user.id()));
 * }
 * }</pre>
 *
 * <p>The message commits or rolls back with the transaction (G1) and is delivered to every {@link OutboxHandler} of its
 * name after the commit, at least once (G2), in commit order among messages with the same ordering key (G3).
 *
 * <p><b>Transaction context.</b> A JTA transaction must be active, unless {@code outbox.emit.transaction=auto}: then an
 * emit outside any transaction runs in one of its own. The payload is serialised during the call, so that its errors
 * appear at the call site and later changes to the object do not leak in; the rows are written when the transaction
 * completes.
 *
 * <p><b>Thread-safety.</b> Instances are safe for use by any number of threads; each call belongs to the transaction of
 * the calling thread.
 */
public interface Outbox {

    /**
     * Emits a message without an ordering key: the same as {@code emit(name, payload, EmitOptions.none())}.
     *
     * @param name what the message is about, such as {@code email.send}; 1 to 200 characters, not blank
     * @param payload the object that handlers receive; serialised at once by the application's codec (JSON-B by
     *     default)
     * @return the message id, unique and stable across redeliveries: the idempotency key for whatever the handler calls
     * @throws NoTransactionException if no transaction is active and {@code outbox.emit.transaction=required} (default)
     * @throws RollbackOnlyException if the transaction can only roll back
     * @throws InvalidMessageException if the name is blank, or something is longer than the store allows
     * @throws PayloadException if the payload cannot be serialised, or a handler in this application could not read it
     * @throws OutboxFullException if {@code outbox.max-depth} is set and that many messages wait
     */
    String emit(String name, Object payload);

    /**
     * Emits a message.
     *
     * @param name what the message is about, such as {@code email.send}; 1 to 200 characters, not blank
     * @param payload the object that handlers receive; serialised at once by the application's codec (JSON-B by
     *     default)
     * @param options ordering key, id, headers and delay
     * @return the message id: the one in {@code options}, or a new random UUID
     * @throws NoTransactionException if no transaction is active and {@code outbox.emit.transaction=required} (default)
     * @throws RollbackOnlyException if the transaction can only roll back
     * @throws InvalidMessageException if the name is blank, or something is longer than the store allows
     * @throws PayloadException if the payload cannot be serialised, or a handler in this application could not read it
     * @throws DuplicateMessageException if the id in {@code options} is taken; the transaction stays usable. Of two
     *     transactions that emit one id at the same time, one fails when it commits, with this exception as its cause
     * @throws OutboxFullException if {@code outbox.max-depth} is set and that many messages wait
     */
    String emit(String name, Object payload, EmitOptions options);
}
