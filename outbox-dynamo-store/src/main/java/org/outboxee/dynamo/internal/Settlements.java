package org.outboxee.dynamo.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Failure;
import org.outboxee.spi.Retention;
import org.outboxee.spi.SettleResult;
import org.outboxee.spi.Settlement;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Writes what became of claimed records: a completion that leaves nothing is one conditional delete, which costs half
 * of what it would in a transaction; everything else is one transaction each. Safe for any number of threads.
 */
final class Settlements {

    private static final String HELD = "t = :t";

    private final Parts parts;
    private final Layout layout;

    Settlements(Parts parts, Layout layout) {
        this.parts = parts;
        this.layout = layout;
    }

    SettleResult settle(Collection<? extends Settlement> settlements) {
        AtomicInteger applied = new AtomicInteger();
        List<Settlement> deletes = new ArrayList<>();
        List<Settlement> others = new ArrayList<>();
        for (Settlement settlement : settlements) {
            (isDelete(settlement) ? deletes : others).add(settlement);
        }
        Spread.run(deletes, parts.context().background(), settlement -> {
            if (delete(settlement.record())) {
                applied.incrementAndGet();
            }
        });
        for (Settlement settlement : others) {
            if (settle(settlement)) {
                applied.incrementAndGet();
            }
        }
        return new SettleResult(applied.get(), settlements.size() - applied.get());
    }

    private boolean isDelete(Settlement settlement) {
        return settlement instanceof Settlement.Completed completed
                && kept(completed.record()).isZero()
                && !handle(completed.record()).item().isRemembered();
    }

    private Duration kept(ClaimedRecord record) {
        return parts.context().retention().of(handle(record).item().isRemembered());
    }

    private static ClaimHandle handle(ClaimedRecord record) {
        return (ClaimHandle) record.handle();
    }

    private boolean delete(ClaimedRecord record) {
        ClaimHandle handle = handle(record);
        boolean deleted = parts.table().delete(handle.item().key(), HELD, held(record));
        if (deleted) {
            layout.settled(handle, Optional.empty());
        }
        return deleted;
    }

    private boolean settle(Settlement settlement) {
        ClaimedRecord record = settlement.record();
        if (settlement instanceof Settlement.Failed failed) {
            return fail(record, failed.failure(), failed.retryAfter());
        }
        if (settlement instanceof Settlement.Released released) {
            return giveBack(record, Map.of(), released.delay());
        }
        if (settlement instanceof Settlement.Dead dead) {
            return bury(record, dead);
        }
        return complete(record);
    }

    private boolean complete(ClaimedRecord record) {
        RecordItem item = handle(record).item();
        Retention retention = parts.context().retention();
        Duration kept = kept(record);
        if (kept.isZero()) {
            return end(record, List.of(IdItem.free(parts, item)));
        }
        long now = parts.now();
        RecordItem ended = Ended.delivered(item, now, now + kept.toMillis());
        RecordItem delivered = retention.keepsContent() ? ended : Ended.stripped(ended);
        if (!item.isRemembered()) {
            return end(record, List.of(parts.write().put(delivered.attributes())));
        }
        // The id stays taken for as long as it is remembered, also while the record's content is kept for less.
        long until = now + Math.max(retention.ids().toMillis(), kept.toMillis());
        RecordItem remembered = delivered.with(RecordItem.TTL, Av.n(Ended.seconds(until)));
        return end(
                record,
                List.of(
                        parts.write().put(remembered.attributes()),
                        IdItem.moved(parts, remembered.with(RecordItem.UNTIL, Av.n(until)), record.partition())));
    }

    private boolean bury(ClaimedRecord record, Settlement.Dead settlement) {
        RecordItem item = handle(record).item();
        long now = parts.now();
        RecordItem dead = Ended.dead(item.with(item.failed(settlement.attempts(), settlement.failure(), now)), now);
        List<TransactWriteItem> moves = new ArrayList<>();
        moves.add(parts.write().put(dead.attributes()));
        if (item.isRemembered()) {
            moves.add(IdItem.moved(parts, dead, record.partition()));
        }
        return end(record, moves);
    }

    /** Takes a record away from those that live, and does something in the same transaction. */
    private boolean end(ClaimedRecord record, List<TransactWriteItem> moves) {
        List<TransactWriteItem> actions = new ArrayList<>();
        actions.add(parts.write().delete(handle(record).item().key(), HELD, held(record)));
        actions.addAll(moves);
        boolean ended = parts.table().transact(actions) instanceof TransactOutcome.Done;
        if (ended) {
            layout.settled(handle(record), Optional.empty());
        }
        return ended;
    }

    private boolean fail(ClaimedRecord record, Failure failure, Duration retryAfter) {
        RecordItem item = handle(record).item();
        long now = parts.now();
        Map<String, AttributeValue> changed =
                new HashMap<>(item.failed((int) item.number(RecordItem.ATTEMPTS) + 1, failure, now));
        changed.put(RecordItem.DUE, Av.n(now + retryAfter.toMillis()));
        return giveBack(record, changed, Duration.ZERO);
    }

    /** With the younger records of its lane that carry the same token; those that do not any more stay as they are. */
    private boolean giveBack(ClaimedRecord record, Map<String, AttributeValue> changed, Duration delay) {
        ClaimHandle handle = handle(record);
        Map<String, AttributeValue> head = new HashMap<>(changed);
        if (!delay.isZero()) {
            head.put(RecordItem.DUE, Av.n(parts.now() + delay.toMillis()));
        }
        List<RecordItem> released = new ArrayList<>();
        released.add(Change.pending(layout, handle.item().with(head)));
        handle.tail().forEach(item -> released.add(Change.pending(layout, item)));
        while (true) {
            List<TransactWriteItem> actions = released.stream()
                    .map(item -> Change.write(parts, item, HELD, held(record)))
                    .toList();
            if (!(parts.table().transact(actions) instanceof TransactOutcome.Refused refused)) {
                break;
            }
            List<Integer> lost = refused.failed();
            if (lost.contains(0)) {
                return false;
            }
            lost.stream().sorted((one, other) -> other - one).forEach(place -> released.remove((int) place));
        }
        for (RecordItem item : released) {
            layout.settled(new ClaimHandle(item, handle.lease(), List.of()), Optional.of(item));
        }
        return true;
    }

    private static Map<String, AttributeValue> held(ClaimedRecord record) {
        return Map.of(":t", Av.s(record.token()));
    }
}
