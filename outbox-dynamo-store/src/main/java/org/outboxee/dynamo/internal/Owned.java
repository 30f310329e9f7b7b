package org.outboxee.dynamo.internal;

import java.util.HashSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * What an owner has in mind of a partition. Used by the thread that holds its monitor; but settlements are noted by any
 * thread at any time.
 */
final class Owned {

    private static final long NONE = -1;

    /** Under which version of the lease this was read. */
    private long version = NONE;

    /** The number of claims so far, by the fence: it differs when somebody else has claimed. */
    private long claims;

    /** The number of changes behind the owner's back, by the counter. */
    private long changes;

    /** Every record up to this seq is known, or has ended. */
    private long cursor;

    private long verifiedAt;
    private Known known = new Known();

    /** Tokens of claims whose outcome is not known. */
    private final Set<String> uncertain = new HashSet<>();

    private final String pk;
    private final Queue<Settled> settled = new ConcurrentLinkedQueue<>();

    private record Settled(String sk, Optional<RecordItem> left) {}

    /** A partition with this hash key, of which nothing is known. */
    Owned(String pk) {
        this.pk = pk;
    }

    String pk() {
        return pk;
    }

    boolean isCurrent(Fence fence, long counted) {
        return version == fence.version() && claims == fence.claims() && changes == counted;
    }

    /** Begins anew. */
    void begin(Fence fence, long counted) {
        version = fence.version();
        claims = fence.claims();
        changes = counted;
        cursor = fence.cursor();
        known = new Known();
        settled.clear();
    }

    void forget() {
        version = NONE;
    }

    void claimed(long newClaims) {
        claims = newClaims;
    }

    Known known() {
        return known;
    }

    long claims() {
        return claims;
    }

    long cursor() {
        return cursor;
    }

    void advance(long seq) {
        cursor = Math.max(cursor, seq);
    }

    Set<String> uncertain() {
        return uncertain;
    }

    /** Whether it is time to look again at what former owners hold. */
    boolean isDueToVerify(long nanos, long interval) {
        boolean isDue = nanos - verifiedAt >= interval;
        if (isDue) {
            verifiedAt = nanos;
        }
        return isDue;
    }

    /** To be called by whoever has settled; takes effect with the next look. */
    void note(ClaimHandle handle, Optional<RecordItem> left) {
        settled.add(new Settled(handle.item().key().sk(), left));
    }

    void takeNotes() {
        for (Settled note = settled.poll(); note != null; note = settled.poll()) {
            String sk = note.sk();
            note.left().ifPresentOrElse(known::put, () -> known.remove(sk));
        }
    }
}
