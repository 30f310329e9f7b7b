package org.outboxee.jpa;

import org.jspecify.annotations.Nullable;

/**
 * A node of an outbox and its heartbeat. Not for applications: public because Jakarta Persistence asks for it; mapped
 * in {@code META-INF/outbox-orm.xml}.
 */
public class OutboxNode {

    private String id;
    private String outboxName;
    private long started;
    private long beat;
    private long leaseMillis;
    private long drainMillis;
    private int leaving;
    private byte @Nullable [] bindings;

    /** For the persistence provider. */
    @SuppressWarnings("NullAway.Init") // The provider sets the fields.
    protected OutboxNode() {}

    /**
     * A node that lives.
     *
     * @param id its incarnation
     * @param outboxName the outbox
     * @param started its place in the order of starts
     * @param beat the number of its beat
     * @param leaseMillis after how many milliseconds without a beat it is dead
     * @param drainMillis for how many milliseconds after that what it had claimed may still run
     * @param leaving not 0 if it is about to stop
     * @param bindings what it handles, {@code null} for whatever comes
     */
    public OutboxNode(
            String id,
            String outboxName,
            long started,
            long beat,
            long leaseMillis,
            long drainMillis,
            int leaving,
            byte @Nullable [] bindings) {
        this.id = id;
        this.outboxName = outboxName;
        this.started = started;
        this.beat = beat;
        this.leaseMillis = leaseMillis;
        this.drainMillis = drainMillis;
        this.leaving = leaving;
        this.bindings = bindings == null ? null : bindings.clone();
    }

    // Nobody calls the getters, but Hibernate warns of each attribute of a mapping file that has none.

    public String getId() {
        return id;
    }

    public String getOutboxName() {
        return outboxName;
    }

    public long getStarted() {
        return started;
    }

    public long getBeat() {
        return beat;
    }

    public long getLeaseMillis() {
        return leaseMillis;
    }

    public long getDrainMillis() {
        return drainMillis;
    }

    public int getLeaving() {
        return leaving;
    }

    public byte @Nullable [] getBindings() {
        return bindings == null ? null : bindings.clone();
    }
}
