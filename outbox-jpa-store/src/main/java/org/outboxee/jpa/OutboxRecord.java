package org.outboxee.jpa;

import org.jspecify.annotations.Nullable;
import org.outboxee.spi.OutboxMessage;

/**
 * A message on its way to one binding. Not for applications: public because Jakarta Persistence asks for it; mapped in
 * {@code META-INF/outbox-orm.xml}.
 *
 * <p>The store inserts instances, and reads and changes rows by queries only, so no instance ever changes.
 */
public class OutboxRecord {

    /**
     * Where and when a record is stored.
     *
     * @param id the primary key
     * @param outboxId which outbox, for the uniqueness of message id and binding
     * @param partitionId the partition
     * @param seq the place in the partition
     * @param createdAt epoch milliseconds
     * @param availableAt when it becomes due, epoch milliseconds
     * @param dueAtOnce whether it is due when it commits
     */
    public record Place(
            long id, int outboxId, int partitionId, long seq, long createdAt, long availableAt, boolean dueAtOnce) {}

    private long id;
    private int outboxId;
    private int partitionId;
    private long seq;
    private String messageId;
    private String binding;
    private String name;
    private @Nullable String orderingKey;
    private long createdAt;
    private long availableAt;
    private long sortAt;
    private String state;
    private int holding;
    private int attempts;
    private int crashes;
    private @Nullable String claimToken;
    private @Nullable Long claimVersion;
    private @Nullable Long leaseUntil;
    private byte @Nullable [] headers;
    private byte @Nullable [] payload;
    private @Nullable String lastError;
    private byte @Nullable [] failures;
    private @Nullable Long endedAt;
    private int idRemembered;

    /** For the persistence provider. */
    @SuppressWarnings("NullAway.Init") // The provider sets the fields.
    protected OutboxRecord() {}

    /**
     * A pending record.
     *
     * @param place where and when it is stored
     * @param message the message
     * @param binding the binding it is for
     * @param headers the encoded headers, {@code null} for none
     */
    public OutboxRecord(Place place, OutboxMessage message, String binding, byte @Nullable [] headers) {
        this.id = place.id();
        this.outboxId = place.outboxId();
        this.partitionId = place.partitionId();
        this.seq = place.seq();
        this.createdAt = place.createdAt();
        this.availableAt = place.availableAt();
        this.messageId = message.id();
        this.name = message.name();
        this.orderingKey = message.key();
        // Some databases return an empty value as null, so it is stored as null by all.
        this.payload = message.payload().length == 0 ? null : message.payload();
        this.binding = binding;
        this.headers = headers;
        this.idRemembered = message.idRemembered() ? 1 : 0;
        boolean due = place.dueAtOnce();
        this.state = due ? "PENDING" : "WAITING";
        this.sortAt = due ? place.createdAt() : place.availableAt();
    }

    // Nobody calls the getters, but Hibernate warns of each attribute of a mapping file that has none.

    public long getId() {
        return id;
    }

    public int getOutboxId() {
        return outboxId;
    }

    public int getPartitionId() {
        return partitionId;
    }

    public long getSeq() {
        return seq;
    }

    public String getMessageId() {
        return messageId;
    }

    public String getBinding() {
        return binding;
    }

    public String getName() {
        return name;
    }

    public @Nullable String getOrderingKey() {
        return orderingKey;
    }

    public long getCreatedAt() {
        return createdAt;
    }

    public long getAvailableAt() {
        return availableAt;
    }

    public long getSortAt() {
        return sortAt;
    }

    public String getState() {
        return state;
    }

    public int getHolding() {
        return holding;
    }

    public int getAttempts() {
        return attempts;
    }

    public int getCrashes() {
        return crashes;
    }

    public @Nullable String getClaimToken() {
        return claimToken;
    }

    public @Nullable Long getClaimVersion() {
        return claimVersion;
    }

    public @Nullable Long getLeaseUntil() {
        return leaseUntil;
    }

    public byte @Nullable [] getHeaders() {
        return headers;
    }

    public byte @Nullable [] getPayload() {
        return payload;
    }

    public @Nullable String getLastError() {
        return lastError;
    }

    public byte @Nullable [] getFailures() {
        return failures;
    }

    public @Nullable Long getEndedAt() {
        return endedAt;
    }

    public int getIdRemembered() {
        return idRemembered;
    }
}
