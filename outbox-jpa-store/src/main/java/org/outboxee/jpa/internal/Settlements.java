package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.outboxee.jpa.internal.Lanes.LaneMovedException;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.SettleResult;
import org.outboxee.spi.Settlement;
import org.outboxee.spi.Settlement.Completed;
import org.outboxee.spi.Settlement.Dead;

/**
 * Writes what became of claimed records: in one transaction, completions by the list, the rest one by one, then the
 * tails of the lanes that were given back. Records that hold parked ones follow, a transaction for each lane, which is
 * woken in it. Safe for any number of threads.
 */
final class Settlements {

    /** Each attempt that fails saw another transaction move the lane. */
    private static final int ATTEMPTS = 10;

    /** A lane and the claim that it was part of. */
    private record ClaimedLane(LaneKey lane, String token) {}

    /** What is left to do in a lane where a record holds others. */
    private record HeldLane(List<Settlement> settlements, List<ClaimedRecord> tails) {

        HeldLane() {
            this(new ArrayList<>(), new ArrayList<>());
        }
    }

    private final StoreParts parts;
    private final SettleStatements unheld;
    private final SettleStatements all;

    Settlements(StoreParts parts) {
        this.parts = parts;
        this.unheld = new SettleStatements(parts.database(), parts.clock(), false);
        this.all = new SettleStatements(parts.database(), parts.clock(), true);
    }

    SettleResult settle(Collection<? extends Settlement> settlements) {
        if (settlements.isEmpty()) {
            return new SettleResult(0, 0);
        }
        String what = "settle " + settlements.size() + " deliveries";
        Map<LaneKey, HeldLane> held = new TreeMap<>();
        int applied = parts.work().inNewTransaction(what, entities -> write(entities, settlements, held));
        for (Map.Entry<LaneKey, HeldLane> lane : held.entrySet()) {
            applied += settleHeld(what, lane.getKey(), lane.getValue());
        }
        return new SettleResult(applied, settlements.size() - applied);
    }

    private int write(
            EntityManager entities, Collection<? extends Settlement> settlements, Map<LaneKey, HeldLane> held) {
        List<Settlement> left = new ArrayList<>();
        int applied = complete(entities, settlements, left);
        List<Settlement> written = new ArrayList<>();
        for (Settlement settlement : settlements) {
            if (!(settlement instanceof Completed)) {
                (unheld.write(entities, settlement) ? written : left).add(settlement);
            }
        }
        heads(written).forEach((lane, head) -> {
            if (!unheld.releaseTail(entities, lane.lane(), head)) {
                of(held, lane.lane()).tails().add(head);
            }
        });
        // What was left has lost its claim, or holds parked records.
        for (Settlement one : SettleStatements.claimed(entities, left)) {
            of(held, Objects.requireNonNull(LaneKey.of(one.record())))
                    .settlements()
                    .add(one);
        }
        return applied + written.size();
    }

    private static HeldLane of(Map<LaneKey, HeldLane> held, LaneKey lane) {
        return held.computeIfAbsent(lane, key -> new HeldLane());
    }

    private int complete(EntityManager entities, Collection<? extends Settlement> settlements, List<Settlement> left) {
        Map<String, List<Completed>> byToken = settlements.stream()
                .filter(Completed.class::isInstance)
                .map(Completed.class::cast)
                .collect(Collectors.groupingBy(one -> one.record().token(), TreeMap::new, Collectors.toList()));
        int applied = 0;
        for (Map.Entry<String, List<Completed>> claim : byToken.entrySet()) {
            List<Completed> ascending = claim.getValue().stream()
                    .sorted(Comparator.comparing(one -> RowHandle.idOf(one.record())))
                    .toList();
            for (List<Completed> chunk : parts.database().toChange(ascending)) {
                List<Long> ids =
                        chunk.stream().map(one -> RowHandle.idOf(one.record())).toList();
                int deleted = unheld.complete(entities, ids, claim.getKey());
                applied += deleted;
                if (deleted < ids.size()) {
                    left.addAll(chunk);
                }
            }
        }
        return applied;
    }

    private int settleHeld(String what, LaneKey lane, HeldLane left) {
        for (int attempt = 1; ; attempt++) {
            try {
                return parts.work().inNewTransaction(what, entities -> writeHeld(entities, lane, left));
            } catch (OutboxStoreException e) {
                if (attempt == ATTEMPTS || !(e.getCause() instanceof LaneMovedException)) {
                    throw e;
                }
            }
        }
    }

    private int writeHeld(EntityManager entities, LaneKey lane, HeldLane left) {
        List<Settlement> written = new ArrayList<>();
        for (Settlement settlement : left.settlements()) {
            boolean applied = settlement instanceof Completed
                    ? all.complete(
                                    entities,
                                    List.of(RowHandle.idOf(settlement.record())),
                                    settlement.record().token())
                            == 1
                    : all.write(entities, settlement);
            if (applied) {
                written.add(settlement);
            }
        }
        heads(written).values().forEach(head -> all.releaseTail(entities, lane, head));
        left.tails().forEach(head -> all.releaseTail(entities, lane, head));
        Lanes.wake(entities, parts.database(), lane, written.stream().anyMatch(Settlements::isTerminal));
        return written.size();
    }

    /** The first of each lane that was given back; records behind it that are settled here are not its tail. */
    private static Map<ClaimedLane, ClaimedRecord> heads(List<Settlement> written) {
        Map<ClaimedLane, ClaimedRecord> heads = new HashMap<>();
        for (Settlement settlement : written) {
            ClaimedRecord record = settlement.record();
            LaneKey lane = LaneKey.of(record);
            if (lane != null && !isTerminal(settlement)) {
                heads.merge(new ClaimedLane(lane, record.token()), record, (a, b) -> a.seq() < b.seq() ? a : b);
            }
        }
        return heads;
    }

    private static boolean isTerminal(Settlement settlement) {
        return settlement instanceof Completed || settlement instanceof Dead;
    }
}
