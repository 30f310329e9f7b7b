package org.outboxee.cdi.internal.emit;

import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.outboxee.DuplicateMessageException;
import org.outboxee.EmitOptions;
import org.outboxee.NoTransactionException;
import org.outboxee.Outbox;
import org.outboxee.RollbackOnlyException;
import org.outboxee.cdi.internal.container.CommitFailedException;
import org.outboxee.spi.Appender;
import org.outboxee.spi.Availability;
import org.outboxee.spi.Bindings;
import org.outboxee.spi.MessageFactory;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.Producer;
import org.outboxee.spi.TransactionRunner;

/** Takes messages in the caller's transaction. Safe for concurrent use. */
public final class Emitter implements Outbox, MessageFactory {

    private final TransactionSynchronizationRegistry registry;
    private final Optional<TransactionRunner> ownTransactions;
    private final Appender appender;
    private final Payloads payloads;
    private final Producer producer;
    private final EmitHeaders headers;
    private final AppendOutcome outcome;
    private final Optional<DepthLimit> limit;

    /**
     * An emitter on a store.
     *
     * @param registry the container's transactions
     * @param ownTransactions runs emits that are made outside any transaction; empty to refuse them
     * @param appender where the messages go
     * @param payloads encodes payloads
     * @param producer knows the bindings
     * @param headers what is sent along
     * @param outcome what follows the end of a transaction
     * @param limit refuses emits while too many messages wait, if there is a limit
     */
    public Emitter(
            TransactionSynchronizationRegistry registry,
            Optional<TransactionRunner> ownTransactions,
            Appender appender,
            Payloads payloads,
            Producer producer,
            EmitHeaders headers,
            AppendOutcome outcome,
            Optional<DepthLimit> limit) {
        this.registry = registry;
        this.ownTransactions = ownTransactions;
        this.appender = appender;
        this.payloads = payloads;
        this.producer = producer;
        this.headers = headers;
        this.outcome = outcome;
        this.limit = limit;
    }

    @Override
    public String emit(String name, Object payload) {
        return emit(name, payload, EmitOptions.none());
    }

    @Override
    public String emit(String name, Object payload, EmitOptions options) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(payload, "payload");
        Objects.requireNonNull(options, "options");
        int status = registry.getTransactionStatus();
        if (isRollingBack(status)) {
            throw rollbackOnly(name, null);
        }
        // PREPARING: a callback before completion; some managers have changed the status by then.
        return status == Status.STATUS_ACTIVE || status == Status.STATUS_PREPARING
                ? emitInTransaction(name, payload, options)
                : emitInOwnTransaction(name, payload, options);
    }

    private String emitInOwnTransaction(String name, Object payload, EmitOptions options) {
        TransactionRunner transactions = ownTransactions.orElseThrow(() -> new NoTransactionException(
                "OUTBOX-01001",
                "Message " + name + " was emitted outside a transaction; nothing was written. Begin one, such as with"
                        + " @Transactional, or set outbox.emit.transaction=auto to give such emits one of their own"));
        try {
            return transactions.requireNew(() -> emitInTransaction(name, payload, options));
        } catch (CommitFailedException e) {
            throw e.failedAppend().orElse(e); // for this caller the transaction is a detail
        }
    }

    @Override
    public OutboxMessage create(String name, Object payload, EmitOptions options) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(payload, "payload");
        Objects.requireNonNull(options, "options");
        OutboxMessage message = checked(name, payload, options);
        if (message.idRemembered() && appender.isTaken(message.id())) {
            throw taken(message, false);
        }
        return message;
    }

    @Override
    public void committed(List<OutboxMessage> messages, Set<Integer> partitions) {
        outcome.committed(messages, partitions);
    }

    private OutboxMessage checked(String name, Object payload, EmitOptions options) {
        // First: a full outbox shall not cost the encoding, nor a read of the database.
        limit.ifPresent(depth -> depth.check(name));
        OutboxMessage message = message(name, payload, options);
        appender.limits().check(message);
        payloads.checkReadable(message);
        return message;
    }

    private String emitInTransaction(String name, Object payload, EmitOptions options) {
        OutboxMessage message = checked(name, payload, options);
        if (message.idRemembered()) {
            refuseTaken(message);
        }
        try {
            buffer().add(message);
        } catch (RuntimeException refused) { // by the registry; which exception it is differs from server to server
            throw isRollingBack(registry.getTransactionStatus())
                    ? rollbackOnly(name, refused)
                    : new NoTransactionException(
                            "OUTBOX-01011",
                            "Message " + name + " was emitted when its transaction was already completing and took"
                                    + " nothing more; nothing was written. Emit earlier, or in a transaction of its own",
                            refused);
        }
        return message.id();
    }

    /** Here, and not only when the transaction completes, so that it can go on. */
    private void refuseTaken(OutboxMessage message) {
        boolean taken = registry.getResource(this) instanceof TransactionBuffer known && known.hasEmitted(message.id());
        if (taken || appender.isTaken(message.id())) {
            throw taken(message, taken);
        }
    }

    private static DuplicateMessageException taken(OutboxMessage message, boolean byThisTransaction) {
        return new DuplicateMessageException(
                "OUTBOX-01030",
                "Message id " + message.id() + " of " + message.name() + " is taken: a message with it "
                        + (byThisTransaction
                                ? "was emitted in this transaction"
                                : "waits, is a dead letter, or was delivered within outbox.retention.ids")
                        + ". Nothing was written, and the transaction can go on");
    }

    private static boolean isRollingBack(int status) {
        return status == Status.STATUS_MARKED_ROLLBACK
                || status == Status.STATUS_ROLLING_BACK
                || status == Status.STATUS_ROLLEDBACK;
    }

    private static RollbackOnlyException rollbackOnly(String name, @Nullable RuntimeException cause) {
        return new RollbackOnlyException(
                "OUTBOX-01002",
                "Message " + name + " was emitted in a transaction that can only roll back; it would never be"
                        + " delivered. Emit before the failure, or in a transaction of its own"
                        + " (@Transactional(REQUIRES_NEW))",
                cause);
    }

    private TransactionBuffer buffer() {
        // This object is the key: two outboxes in one transaction must not share a buffer.
        if (registry.getResource(this) instanceof TransactionBuffer known) {
            return known;
        }
        TransactionBuffer buffer = new TransactionBuffer(registry, appender, outcome);
        buffer.enlist();
        registry.putResource(this, buffer);
        return buffer;
    }

    private OutboxMessage message(String name, Object payload, EmitOptions options) {
        Set<String> bindings = producer.bindings(name);
        String id = options.id().orElseGet(() -> UUID.randomUUID().toString());
        return new OutboxMessage(
                id,
                name,
                options.key().orElse(null),
                payloads.encode(name, id, payload),
                headers.of(name, options),
                availability(options),
                bindings.isEmpty() ? Set.of(Bindings.UNBOUND) : new HashSet<>(bindings),
                options.id().isPresent());
    }

    private static Availability availability(EmitOptions options) {
        if (options.delay().isPresent()) {
            return new Availability.After(options.delay().get());
        }
        return options.at().<Availability>map(Availability.At::new).orElseGet(Availability.Now::new);
    }
}
