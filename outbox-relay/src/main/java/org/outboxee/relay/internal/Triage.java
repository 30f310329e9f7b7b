package org.outboxee.relay.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.outboxee.spi.Bindings;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Lane;
import org.outboxee.spi.Settlement.Released;

/**
 * Sorts what a claim returned: groups it by lane, and deals at once with what needs no worker. That is what has ended
 * its node too often, what has no binding yet, what nothing on this node handles, and what is paused.
 *
 * <p>Used by the claim cycle alone, one thread at a time.
 */
final class Triage {

    private final Parts parts;
    private final FailurePolicy failures;
    private final Results results;
    private final ReadyPartitions ready;
    private final HandOvers handOvers;
    private final Pauses pauses;
    private final RelayLog log;

    Triage(
            Parts parts,
            FailurePolicy failures,
            Results results,
            ReadyPartitions ready,
            HandOvers handOvers,
            Pauses pauses,
            RelayLog log) {
        this.parts = parts;
        this.failures = failures;
        this.results = results;
        this.ready = ready;
        this.handOvers = handOvers;
        this.pauses = pauses;
        this.log = log;
    }

    /** The records that are left for workers, each list one lane in order. */
    List<List<ClaimedRecord>> sort(List<ClaimedRecord> records) {
        return byLane(records).stream()
                .map(this::deliverable)
                .filter(lane -> !lane.isEmpty())
                .toList();
    }

    private static Collection<List<ClaimedRecord>> byLane(List<ClaimedRecord> records) {
        Map<Object, List<ClaimedRecord>> lanes = new LinkedHashMap<>();
        for (ClaimedRecord record : records) {
            Lane lane = record.lane();
            lanes.computeIfAbsent(lane == null ? record.id() : lane, key -> new ArrayList<>())
                    .add(record);
        }
        return lanes.values();
    }

    private List<ClaimedRecord> deliverable(List<ClaimedRecord> lane) {
        List<ClaimedRecord> deliverable = new ArrayList<>();
        for (int i = 0; i < lane.size(); i++) {
            ClaimedRecord record = lane.get(i);
            Verdict verdict = judge(record);
            if (verdict instanceof Verdict.Wait wait) {
                results.released(new Released(record, wait.delay()), lane.size() - i - 1);
                break;
            }
            if (verdict instanceof Verdict.Deliver) {
                deliverable.add(record);
            }
        }
        return deliverable;
    }

    private Verdict judge(ClaimedRecord record) {
        if (failures.isCrashLoop(record)) {
            results.dead(failures.crashed(record));
            return new Verdict.Done();
        }
        if (pauses.holds(record)) {
            return new Verdict.Wait(parts.config().unhandledDelay());
        }
        Set<String> bindings;
        try {
            bindings = parts.producer().bindings(record.name());
        } catch (Throwable e) {
            log.bindingsFailed(record, parts.config().unhandledDelay(), e);
            return new Verdict.Wait(parts.config().unhandledDelay());
        }
        boolean unbound = record.id().binding().equals(Bindings.UNBOUND);
        if (unbound ? bindings.isEmpty() : !bindings.contains(record.id().binding())) {
            return new Verdict.Wait(unhandled(record));
        }
        return unbound ? expand(record, bindings) : new Verdict.Deliver();
    }

    /** Returns how long it has to wait: until another node has it that handles it, if there is one. */
    private Duration unhandled(ClaimedRecord record) {
        Optional<String> able = handOvers.want(record);
        if (able.isPresent()) {
            log.handledElsewhere(record, able.get());
            return parts.config().pollInterval();
        }
        log.unhandled(record, parts.config().unhandledDelay());
        return parts.config().unhandledDelay();
    }

    private Verdict expand(ClaimedRecord record, Set<String> bindings) {
        try {
            if (!parts.store().expand(record, bindings)) {
                parts.metrics().settlementsIgnored(1);
                log.settlementsIgnored(1);
            }
            ready.expanded(record);
            return new Verdict.Done();
        } catch (Throwable e) {
            log.expandFailed(record, e);
            return new Verdict.Wait(parts.config().pollInterval());
        }
    }
}
