package org.outboxee.dynamo.internal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;
import org.outboxee.NoTransactionException;
import org.outboxee.spi.Appender;
import org.outboxee.spi.MessageLimits;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.PreparedAppend;

/**
 * Emits in the container's transactions, in which DynamoDB takes no part: they are refused, or written after the commit
 * where the application wants that. Safe for any number of threads.
 */
final class JtaAppender implements Appender {

    private static final Logger LOG = System.getLogger("org.outboxee.dynamo");

    private final TransactAppender appender;
    private final boolean bestEffort;

    JtaAppender(TransactAppender appender, boolean bestEffort) {
        this.appender = appender;
        this.bestEffort = bestEffort;
    }

    @Override
    public MessageLimits limits() {
        return TransactAppender.LIMITS;
    }

    @Override
    public boolean isTaken(String messageId) {
        return appender.isTaken(messageId);
    }

    @Override
    public PreparedAppend append(List<OutboxMessage> messages) {
        if (!bestEffort) {
            throw new NoTransactionException(
                    "OUTBOX-06031",
                    "Messages cannot be emitted in a JTA transaction with the DynamoDB store: nothing can make"
                            + " DynamoDB commit with it. The transaction rolls back. Put them into a transaction of"
                            + " DynamoDB with DynamoOutbox.inTransact, or set outbox.dynamodb.jta=best-effort to have"
                            + " them written after the commit, which a crash in between loses");
        }
        AppendUnit unit = appender.begin(List.of());
        messages.forEach(unit::add);
        return new AfterCommit(unit, messages);
    }

    private record AfterCommit(AppendUnit unit, List<OutboxMessage> messages) implements PreparedAppend {

        @Override
        public Set<Integer> partitions() {
            return unit.partitions();
        }

        @Override
        public void committed() {
            try {
                unit.commit();
            } catch (RuntimeException e) {
                LOG.log(
                        Level.ERROR,
                        "OUTBOX-06032: A transaction has committed, and its messages could not be written to DynamoDB"
                                + " after it; unless the table has them all the same, they are lost: "
                                + messages.stream()
                                        .map(message -> message.name() + " " + message.id())
                                        .toList(),
                        e);
            }
        }

        @Override
        public void rolledBack() {
            // Nothing was written.
        }
    }
}
