package org.outboxee.spi;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.DeadLetter;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.admin.Page;
import org.outboxee.admin.RecordDetails;
import org.outboxee.admin.RecordFilter;
import org.outboxee.admin.RecordId;
import org.outboxee.admin.RecordSummary;
import org.outboxee.admin.StalledLane;

/**
 * The relay's view of a store. The records of one partition with the same binding and ordering key form a lane; records
 * without a key are in no lane. Implementations are safe for concurrent use; every method runs in a transaction of its
 * own and throws {@link OutboxStoreException} if the store fails, in which case nothing was changed, except by
 * {@link #settle}.
 */
public interface OutboxStore {

    /** The store's clock. Every instant in a record is by this clock, whatever the clocks of the nodes say. */
    Instant now();

    /**
     * Claims records of one partition.
     *
     * <p>First the lease is checked. Then claims of former owners (older lease versions) that have expired become
     * pending again, each with one more crash and no more attempts; the owner's own claims never do. Then the oldest
     * {@code limit} claimable records by (createdAt, seq) are stamped with a new unguessable token, and returned in
     * that order, lane siblings by seq.
     *
     * <p>A record is claimable if it is pending and due and, when it has a key, no record of its lane is claimed and
     * every older pending record of its lane is returned by the same claim. So a head that waits for its retry holds
     * its lane. A record that has crashed is returned alone. Attempts never keep a record from being claimed. Fewer
     * than {@code limit} records are legal even when more are claimable.
     *
     * @param lease the right to claim
     * @param limit the most records to return; zero or less checks the lease and does nothing else
     * @param duration how long the claim is valid
     * @throws StaleFencingTokenException if the lease is not the newest of its partition; nothing was claimed
     */
    Claim claim(PartitionLease lease, int limit, Duration duration);

    /**
     * Lets claims of a former owner count as expired from now on, however long they were to be valid: that owner is
     * dead, and nothing that it had started can still run. The next claim makes their records pending again.
     *
     * @param lease the right to claim
     * @param version the version of the former owner's lease, older than that of the lease
     * @throws StaleFencingTokenException if the lease is not the newest of its partition; nothing was changed
     */
    void expireClaims(PartitionLease lease, long version);

    /**
     * Writes what became of claimed records. Each settlement takes effect only if its record still carries the token of
     * its claim; otherwise it changes nothing and is counted as ignored. No lease is needed.
     *
     * <p>A store may take several transactions. When this throws, some of the settlements may have taken effect:
     * calling it again with all of them is right, and counts those as ignored.
     *
     * @param settlements any number, of any claims
     * @return how many took effect
     */
    SettleResult settle(Collection<? extends Settlement> settlements);

    /**
     * Completes a claimed record in the calling thread's unit of work, as the last thing before it commits (G7): as a
     * {@link Settlement.Completed} that takes effect with the commit, and not at all if the unit of work rolls back.
     * Until the end the record stays claimed for everyone else: its lane waits, and a settlement of it waits or is
     * refused by an exception. No lease is needed.
     *
     * @param record a record that carries the token of its claim
     * @return a handle on which the caller calls exactly one method after the unit of work has ended
     * @throws ClaimLostException if the record does not carry the token of its claim any more, or is completed in a
     *     unit of work that has not ended; this one must roll back
     * @throws CompletionConflictException if other transactions are in the way; the unit of work must roll back, and a
     *     new delivery may succeed
     * @throws OutboxStoreException if the store fails; the unit of work must roll back
     */
    PreparedCompletion completeInTransaction(ClaimedRecord record);

    /**
     * Replaces a claimed record of binding {@link Bindings#UNBOUND} by one pending record per binding, with the same
     * payload, seq and times, in one transaction. A binding that already has a record of this message keeps that one.
     *
     * @param record a claimed, unbound record
     * @param bindings the bindings, not empty
     * @return false if the record does not carry the token of its claim any more; nothing was changed
     */
    boolean expand(ClaimedRecord record, Set<String> bindings);

    /**
     * Which of these partitions may have something to claim. A cheap hint: it may name a partition whose records all
     * turn out blocked, never misses one that has a claimable record or an expired claim.
     */
    Set<Integer> partitionsWithWork(Collection<Integer> partitions);

    /**
     * Shows the oldest pending records of a partition, due or not, blocked or not; claimed ones are not shown. A
     * preview: never the basis of a claim.
     *
     * @param partition the partition
     * @param limit the most to return, at least 1
     */
    List<PendingRecord> queryPending(int partition, int limit);

    /** Counts the records by state. The cost may grow with the number of records. */
    OutboxCounts counts();

    /** When the oldest record that is pending was written; empty without one. The cost may grow as with the counts. */
    Optional<Instant> oldestPending();

    /**
     * Counts the records that are pending or claimed, up to a bound: the cost grows with the bound at most, not with
     * the number of records.
     *
     * @param atMost what is returned if there are that many or more, at least 1
     */
    long depth(long atMost);

    /**
     * What waits, for monitoring: asked again and again, so its cost grows with the bound at most, and not with the
     * number of records. Where there are more records than the bound, the age and the stalled lanes may be those among
     * so many.
     *
     * <p>This one asks the other methods, which is right for stores whose answers to them are cheap.
     *
     * @param atMost as far as is counted, at least 1
     */
    default Backlog backlog(int atMost) {
        OutboxCounts counts = counts();
        return new Backlog(
                Math.min(atMost, counts.pending()),
                Math.min(atMost, counts.claimed()),
                Math.min(atMost, counts.dead()),
                oldestPending(),
                stalledLanes(atMost).size());
    }

    /**
     * Lists records, oldest message first.
     *
     * @param filter which ones
     * @param limit the most to return, at least 1
     * @param cursor the {@link Page#nextCursor()} before, {@code null} for the first page
     * @throws IllegalArgumentException if the cursor is not one of this list's
     */
    Page<RecordSummary> search(RecordFilter filter, int limit, @Nullable String cursor);

    /** Shows one record; empty if there is none. */
    Optional<RecordDetails> find(RecordId id);

    /**
     * Shows lanes whose head keeps others waiting or would: it has failed and waits for its retry, or its claim has
     * expired. Oldest head first.
     *
     * @param limit the most to return, at least 1
     */
    List<StalledLane> stalledLanes(int limit);

    /**
     * Lists dead letters, oldest message first.
     *
     * @param limit the most to return, at least 1
     * @param cursor the {@link Page#nextCursor()} before, {@code null} for the first page
     * @throws IllegalArgumentException if the cursor is not one of this list's
     */
    Page<DeadLetter> deadLetters(int limit, @Nullable String cursor);

    /** Makes a dead letter pending and due, with no attempts and no crashes; false if the record is not dead. */
    boolean replay(RecordId id);

    /**
     * Replays some of the dead letters that a filter matches, as {@link #replay(RecordId)} does each, in one
     * transaction; those of one lane oldest first over all calls.
     *
     * @param filter which ones; its states do not matter
     * @param limit the most to replay, at least 1
     * @param cursor the {@link Page#nextCursor()} before, {@code null} for the first ones
     * @return those that were replayed, perhaps with some that other calls replayed or discarded at the same time;
     *     fewer than the limit, or none, are legal also when more follow
     * @throws IllegalArgumentException if the cursor is not one of this method's
     */
    Page<RecordId> replay(RecordFilter filter, int limit, @Nullable String cursor);

    /**
     * Deletes a record that is dead or pending; its lane goes on. False if it is claimed, delivered or not there, in
     * which case nothing changes.
     */
    boolean discard(RecordId id);

    /**
     * Deletes some of the records that have been kept long enough: delivered ones whose time is over, and dead ones. Of
     * those whose id is remembered for longer, see {@link Retention}, payload, headers and errors are deleted.
     *
     * @param partitions the partitions to look at
     * @param deadBefore dead letters that became dead before this time are deleted; {@code null} for none
     * @param limit the most to change, at least 1
     * @return how many were changed; fewer than the limit means that there were no more
     */
    int purge(Collection<Integer> partitions, @Nullable Instant deadBefore, int limit);
}
