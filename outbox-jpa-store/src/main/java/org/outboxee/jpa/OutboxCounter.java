package org.outboxee.jpa;

/**
 * The numbers that one kind of records in one partition has used up. Not for applications: public because Jakarta
 * Persistence asks for it; mapped in {@code META-INF/outbox-orm.xml}.
 */
public class OutboxCounter {

    /** Whose numbers a counter gives out. */
    public enum Kind {
        /** Records with an ordering key: numbers follow the order of commits. */
        KEYED,
        /** Records without one: numbers are handed out in blocks. */
        KEYLESS
    }

    private int id;
    private int partitionId;
    private String kind;
    private long lastSeq;
    private long lastCreated;

    /** For the persistence provider. */
    @SuppressWarnings("NullAway.Init") // The provider sets the fields.
    protected OutboxCounter() {}

    /** A counter that has given out nothing. */
    public OutboxCounter(int partitionId, Kind kind) {
        this.id = id(partitionId, kind);
        this.partitionId = partitionId;
        this.kind = kind.name();
    }

    /** The primary key of a partition's counter. */
    public static int id(int partitionId, Kind kind) {
        return partitionId * 2 + (kind == Kind.KEYED ? 0 : 1);
    }

    // Nobody calls the getters, but Hibernate warns of each attribute of a mapping file that has none.

    public int getId() {
        return id;
    }

    public int getPartitionId() {
        return partitionId;
    }

    public String getKind() {
        return kind;
    }

    public long getLastSeq() {
        return lastSeq;
    }

    public long getLastCreated() {
        return lastCreated;
    }
}
