package org.outboxee.jpa;

import org.jspecify.annotations.Nullable;

/**
 * A partition of an outbox and who owns it. Not for applications: public because Jakarta Persistence asks for it;
 * mapped in {@code META-INF/outbox-orm.xml}.
 */
public class OutboxPartition {

    private int id;
    private String outboxName;
    private int partitionNo;
    private @Nullable String owner;
    private long claimVersion;
    private long claims;

    /** For the persistence provider. */
    @SuppressWarnings("NullAway.Init") // The provider sets the fields.
    protected OutboxPartition() {}

    /**
     * A partition that nobody owns yet.
     *
     * @param id unique among the partitions of all outboxes
     * @param outboxName the outbox
     * @param partitionNo its number in the outbox, from 0
     */
    public OutboxPartition(int id, String outboxName, int partitionNo) {
        this.id = id;
        this.outboxName = outboxName;
        this.partitionNo = partitionNo;
    }

    // Nobody calls the getters, but Hibernate warns of each attribute of a mapping file that has none.

    public int getId() {
        return id;
    }

    public String getOutboxName() {
        return outboxName;
    }

    public int getPartitionNo() {
        return partitionNo;
    }

    public @Nullable String getOwner() {
        return owner;
    }

    public long getClaimVersion() {
        return claimVersion;
    }

    public long getClaims() {
        return claims;
    }
}
