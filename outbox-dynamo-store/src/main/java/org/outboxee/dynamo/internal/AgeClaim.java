package org.outboxee.dynamo.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.outboxee.spi.Claim;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.StaleFencingTokenException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** One claim by age. Used by one thread, which holds the monitor of what is owned. */
final class AgeClaim {

    /** As many records as a transaction has room for, beside the fence. */
    static final int MOST = Table.MAX_ACTIONS - 1;

    /** A claim that has read this much and found nothing free gives the others a turn; the next one reads on. */
    private static final int MOST_READS = 20;

    private static final int READ_AHEAD = 1000;
    private static final long VERIFY_NANOS = Duration.ofSeconds(1).toNanos();

    private final Parts parts;
    private final Layout layout;
    private final AgeReads reads;
    private final StoreEvents events;
    private final Owned owned;
    private final PartitionLease lease;

    AgeClaim(Parts parts, Layout layout, AgeReads reads, StoreEvents events, Owned owned, PartitionLease lease) {
        this.parts = parts;
        this.layout = layout;
        this.reads = reads;
        this.events = events;
        this.owned = owned;
        this.lease = lease;
    }

    Claim run(int limit, Duration duration) {
        AgeReads.Heads heads = look();
        if (limit <= 0) {
            return Claim.EMPTY;
        }
        try {
            return run(heads, Math.min(limit, MOST), duration);
        } catch (OutboxStoreException | StaleFencingTokenException e) {
            owned.forget(); // what is known may be wrong
            throw e;
        }
    }

    private AgeReads.Heads look() {
        AgeReads.Heads heads = reads.heads(lease.partition());
        heads.fence().check(lease);
        return heads;
    }

    private Claim run(AgeReads.Heads first, int most, Duration duration) {
        AgeReads.Heads heads = first;
        while (true) {
            try {
                if (!owned.uncertain().isEmpty() || !owned.isCurrent(heads.fence(), heads.changes())) {
                    heads = begin(heads);
                }
                Optional<Claim> claim = attempt(heads, most, duration);
                if (claim.isPresent()) {
                    return claim.get();
                }
            } catch (Overtaken e) {
                owned.forget();
            }
            heads = look();
        }
    }

    /** Empty if some of it was changed meanwhile, which is known by then. */
    private Optional<Claim> attempt(AgeReads.Heads heads, int most, Duration duration) {
        owned.takeNotes();
        long now = parts.now();
        recover(heads.fence(), now, false);
        List<Entry> selected = select(heads, most, now);
        if (selected.isEmpty() && recover(heads.fence(), now, true)) {
            selected = select(heads, most, now);
        }
        List<RecordItem> whole = reads.whole(owned, selected);
        if (whole.size() < selected.size()) {
            return Optional.empty();
        }
        List<RecordItem> records = Fitting.into(whole);
        if (records.size() < whole.size()) {
            events.truncated();
        }
        if (records.isEmpty()) {
            return Optional.of(new Claim(List.of(), isMoreUnread(heads)));
        }
        String token = ClaimWriter.newToken();
        long expiry = now + duration.toMillis();
        List<RecordItem> claimed = records.stream()
                .map(item -> Change.claimed(layout, item, token, lease.version(), expiry))
                .toList();
        if (!write(records, claimed, token)) {
            return Optional.empty();
        }
        return Optional.of(new Claim(
                claimed.stream()
                        .map(item -> item.claimed(lease.partition(), new ClaimHandle(item, lease, claimed)))
                        .toList(),
                owned.known().hasDue(now) || isMoreUnread(heads)));
    }

    private boolean isMoreUnread(AgeReads.Heads heads) {
        return owned.cursor() < heads.seq() && !owned.known().isFull();
    }

    /** Reads what is behind the cursor. A claim whose outcome is not known can have none any more after this. */
    private AgeReads.Heads begin(AgeReads.Heads seen) {
        AgeReads.Heads heads = seen;
        Set<String> tokens = Set.copyOf(owned.uncertain());
        if (!tokens.isEmpty()) {
            owned.begin(heads.fence(), heads.changes());
            boolean unused = write(List.of(), List.of(), "");
            heads = look();
        }
        owned.begin(heads.fence(), heads.changes());
        reads.fill(lease.partition(), owned);
        if (!tokens.isEmpty()) {
            change(reads.again(owned, owned.known().heldWith(tokens)), item -> Change.pending(layout, item));
            owned.uncertain().removeAll(tokens);
        }
        return heads;
    }

    private List<Entry> select(AgeReads.Heads heads, int most, long now) {
        List<Entry> selected = owned.known().claimable(most, now);
        int ahead = most;
        for (int read = 0; read < MOST_READS && selected.size() < most && isMoreUnread(heads); read++) {
            if (isAlone(selected) || !reads.readOn(lease.partition(), owned, heads.seq(), ahead)) {
                break;
            }
            ahead = Math.min(READ_AHEAD, 2 * ahead);
            selected = owned.known().claimable(most, now);
        }
        return selected;
    }

    private static boolean isAlone(List<Entry> selected) {
        return selected.size() == 1 && selected.get(0).crashed;
    }

    /** Takes back what former owners held for too long; looks at it again now and then, or if it is wanted. */
    private boolean recover(Fence fence, long now, boolean again) {
        List<Entry> former = owned.known().heldByFormer(lease.version());
        if (former.isEmpty()) {
            return false;
        }
        if (again || owned.isDueToVerify(parts.context().ticker().nanos(), VERIFY_NANOS)) {
            reads.again(owned, former);
        }
        List<Entry> expired = owned.known().heldByFormer(lease.version()).stream()
                .filter(entry -> fence.isExpired(entry, now))
                .toList();
        change(
                reads.again(owned, expired).stream()
                        .filter(RecordItem::isClaimed)
                        .toList(),
                item -> Change.crashed(layout, item));
        return true;
    }

    private void change(List<RecordItem> read, UnaryOperator<RecordItem> changed) {
        for (int from = 0; from < read.size(); from += MOST) {
            List<RecordItem> some = new ArrayList<>(read.subList(from, Math.min(read.size(), from + MOST)));
            // If one has changed meanwhile, the next look is at what it is now.
            if (!write(some, some.stream().map(changed).toList(), "")) {
                throw new Overtaken();
            }
        }
    }

    /** What is known is not what there is. */
    private static final class Overtaken extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Overtaken() {
            super("Somebody else has changed the partition", null, false, false);
        }
    }

    /**
     * Writes records that are as they were read, if this is the owner and nobody has claimed since. What has changed is
     * taken note of.
     *
     * @return whether it was written
     */
    private boolean write(List<RecordItem> read, List<RecordItem> changed, String token) {
        List<TransactWriteItem> actions = new ArrayList<>();
        actions.add(parts.write()
                .update(
                        parts.keys().fence(lease.partition()),
                        "SET cl = :next, cu = :cu",
                        "v = :v AND o = :o AND " + (owned.claims() == 0 ? "attribute_not_exists(cl)" : "cl = :cl"),
                        fenceValues()));
        for (int i = 0; i < read.size(); i++) {
            actions.add(Change.writeUnchanged(parts, read.get(i), changed.get(i)));
        }
        TransactOutcome outcome;
        try {
            outcome = parts.table().transact(actions);
        } catch (OutboxStoreException e) {
            owned.uncertain().add(token);
            throw e;
        }
        if (outcome instanceof TransactOutcome.Refused refused) {
            learn(read, refused);
            return false;
        }
        owned.claimed(owned.claims() + 1);
        changed.forEach(owned.known()::put);
        return true;
    }

    private Map<String, AttributeValue> fenceValues() {
        Map<String, AttributeValue> values = new HashMap<>(Map.of(
                ":next", Av.n(owned.claims() + 1),
                ":cu", Av.n(owned.cursor()),
                ":v", Av.n(lease.version()),
                ":o", Av.s(lease.owner())));
        if (owned.claims() > 0) {
            values.put(":cl", Av.n(owned.claims()));
        }
        return values;
    }

    private void learn(List<RecordItem> read, TransactOutcome.Refused refused) {
        if (refused.failed(0)) {
            Fence.of(refused.item(0)).check(lease);
            throw new Overtaken(); // somebody has claimed with the same lease
        }
        for (int action : refused.failed()) {
            if (action > 0) {
                Map<String, AttributeValue> item = refused.item(action);
                if (item.isEmpty()) {
                    owned.known().remove(read.get(action - 1).key().sk());
                } else {
                    owned.known().put(new RecordItem(item));
                }
            }
        }
    }
}
