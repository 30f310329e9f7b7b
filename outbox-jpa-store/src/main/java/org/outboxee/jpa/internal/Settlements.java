package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.outboxee.jpa.internal.Lanes.LaneMovedException;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.SettleResult;
import org.outboxee.spi.Settlement;
import org.outboxee.spi.Settlement.Completed;
import org.outboxee.spi.Settlement.Dead;

/**
 * Writes what became of claimed records: in one transaction, deletions by the list, the rest one by one, then the tails
 * of the lanes that were given back. Records that hold parked ones follow, a transaction for each lane, which is woken
 * in it. Safe for any number of threads.
 */
final class Settlements {

    /** A lane and the claim that it was part of. */
    private record ClaimedLane(LaneKey lane, String token) {

        /** Of a claimed record, {@code null} for one without a key. */
        static @Nullable ClaimedLane of(ClaimedRecord record) {
            LaneKey lane = LaneKey.of(record);
            return lane == null ? null : new ClaimedLane(lane, record.token());
        }
    }

    private final StoreParts parts;
    private final SettleStatements unheld;
    private final SettleStatements all;

    Settlements(StoreParts parts) {
        this.parts = parts;
        this.unheld = new SettleStatements(parts, false);
        this.all = new SettleStatements(parts, true);
    }

    SettleResult settle(Collection<? extends Settlement> settlements) {
        if (settlements.isEmpty()) {
            return new SettleResult(0, 0);
        }
        String what = "settle " + settlements.size() + " deliveries";
        Map<LaneKey, List<Settlement>> held = new TreeMap<>();
        Set<ClaimedLane> whole = new HashSet<>();
        List<List<Settlement>> runs = runs(settlements);
        Function<EntityManager, Integer> write = entities -> {
            held.clear();
            return write(entities, runs, whole, held);
        };
        int applied = isDeleted(runs.get(0).get(0))
                ? parts.work().inTransactionThatPreparesItself(what, write)
                : parts.work().inNewTransaction(what, write);
        applied += settleHeld(what, held);
        return new SettleResult(applied, settlements.size() - applied);
    }

    /** A lane that fails does not keep the others from being settled; then all of it fails at the end. */
    private int settleHeld(String what, Map<LaneKey, List<Settlement>> held) {
        int applied = 0;
        OutboxStoreException failure = null;
        for (Map.Entry<LaneKey, List<Settlement>> lane : held.entrySet()) {
            try {
                applied += parts.work()
                        .inNewTransaction(what, entities -> writeHeld(entities, lane.getKey(), lane.getValue()));
            } catch (OutboxStoreException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
        return applied;
    }

    /**
     * Writes what it can.
     *
     * @param runs the settlements
     * @param whole lanes that are to be left, with head and tail; a failed attempt adds to them
     * @param held receives what is left of each lane
     */
    private int write(
            EntityManager entities,
            List<List<Settlement>> runs,
            Set<ClaimedLane> whole,
            Map<LaneKey, List<Settlement>> held) {
        List<Settlement> left = new ArrayList<>();
        List<Settlement> written = new ArrayList<>();
        int deleted = 0;
        for (List<Settlement> run : runs) {
            if (run.size() > 1 || isDeleted(run.get(0))) {
                deleted += delete(entities, run, left);
            } else {
                Settlement one = run.get(0);
                ClaimedLane lane = ClaimedLane.of(one.record());
                boolean leave = lane != null && whole.contains(lane);
                (!leave && unheld.write(entities, one) ? written : left).add(one);
            }
        }
        if (!releaseTails(entities, heads(written), whole)) {
            throw new LaneMovedException("A tail holds parked records");
        }
        // What was left has lost its claim, or is of a lane with parked records.
        List<Settlement> leftOver = SettleStatements.claimed(entities, left);
        if (splitsLanes(leftOver, written, whole)) {
            throw new LaneMovedException("A lane holds parked records behind what was given back");
        }
        for (Settlement one : leftOver) {
            LaneKey lane = LaneKey.of(one.record());
            if (lane != null) {
                held.computeIfAbsent(lane, key -> new ArrayList<>()).add(one);
            }
        }
        return deleted + written.size();
    }

    /**
     * Releases tails and says whether nothing of them is left; lanes where something is are added. Nobody would come
     * back for it if the settlement of the head were committed without.
     */
    private boolean releaseTails(
            EntityManager entities, Map<ClaimedLane, ClaimedRecord> heads, Set<ClaimedLane> unreleased) {
        heads.forEach((lane, head) -> {
            if (!unheld.releaseTail(entities, lane.lane(), head)) {
                unreleased.add(lane);
            }
        });
        return heads.keySet().stream().noneMatch(unreleased::contains);
    }

    /**
     * Whether lanes are left that something was written of; these are added. Between the two transactions a claim would
     * find a record of the lane that is due again, and one that is still claimed, and lock them in the other order.
     */
    private static boolean splitsLanes(List<Settlement> left, List<Settlement> written, Set<ClaimedLane> whole) {
        Set<ClaimedLane> lanes = lanes(left);
        lanes.retainAll(lanes(written));
        whole.addAll(lanes);
        return !lanes.isEmpty();
    }

    private static Set<ClaimedLane> lanes(List<Settlement> settlements) {
        return settlements.stream()
                .map(one -> ClaimedLane.of(one.record()))
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }

    /**
     * Cuts settlements, by row id, into runs: what is deleted under one token, or one other settlement. A claim locks
     * rows in the same order, so that the two never wait for each other.
     */
    private List<List<Settlement>> runs(Collection<? extends Settlement> settlements) {
        List<List<Settlement>> runs = new ArrayList<>();
        String token = "";
        for (Settlement one : settlements.stream()
                .sorted(Comparator.comparing(one -> RowHandle.idOf(one.record())))
                .toList()) {
            String next = isDeleted(one) ? one.record().token() : "";
            if (next.isEmpty() || !next.equals(token)) {
                runs.add(new ArrayList<>());
            }
            runs.get(runs.size() - 1).add(one);
            token = next;
        }
        return runs;
    }

    private boolean isDeleted(Settlement settlement) {
        return settlement instanceof Completed completed
                && parts.retention()
                        .of(RowHandle.of(completed.record()).idRemembered())
                        .isZero();
    }

    private int delete(EntityManager entities, List<Settlement> run, List<Settlement> left) {
        List<Long> ids = run.stream().map(one -> RowHandle.idOf(one.record())).toList();
        int deleted =
                parts.changes().complete(entities, ids, run.get(0).record().token());
        if (deleted < ids.size()) {
            left.addAll(run);
        }
        return deleted;
    }

    private int writeHeld(EntityManager entities, LaneKey lane, List<Settlement> left) {
        parts.database().prepareToWrite(entities);
        lock(entities, lane);
        List<Settlement> written = new ArrayList<>();
        for (Settlement settlement : left) {
            if (all.write(entities, settlement)) {
                written.add(settlement);
            }
        }
        heads(written).values().forEach(head -> all.releaseTail(entities, lane, head));
        Lanes.wake(
                entities,
                parts.database(),
                parts.currentReads(),
                lane,
                written.stream().anyMatch(Settlements::isTerminal));
        return written.size();
    }

    /**
     * Two settlements of one lane, each of which would make the other's record the next holder, would wait for each
     * other: whoever is second waits here, where it has locked nothing.
     */
    private static void lock(EntityManager entities, LaneKey lane) {
        Lanes.oldest(entities, lane, Lanes.State.CLAIMED).ifPresent(oldest -> {
            if (!Lanes.hold(entities, oldest)) {
                throw new LaneMovedException("Lane " + lane + " is being settled");
            }
        });
    }

    /** The first of each lane that was given back; records behind it that are settled here are not its tail. */
    private static Map<ClaimedLane, ClaimedRecord> heads(List<Settlement> written) {
        Map<ClaimedLane, ClaimedRecord> heads = new HashMap<>();
        for (Settlement settlement : written) {
            ClaimedRecord record = settlement.record();
            ClaimedLane lane = ClaimedLane.of(record);
            if (lane != null && !isTerminal(settlement)) {
                heads.merge(lane, record, (a, b) -> a.seq() < b.seq() ? a : b);
            }
        }
        return heads;
    }

    private static boolean isTerminal(Settlement settlement) {
        return settlement instanceof Completed || settlement instanceof Dead;
    }
}
