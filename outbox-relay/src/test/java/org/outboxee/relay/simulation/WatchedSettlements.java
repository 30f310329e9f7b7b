package org.outboxee.relay.simulation;

import org.outboxee.relay.RelayConfig;
import org.outboxee.spi.Settlement;
import org.outboxee.spi.Settlement.Completed;
import org.outboxee.spi.Settlement.Dead;
import org.outboxee.spi.Settlement.Failed;
import org.outboxee.spi.Settlement.Released;

/** What a relay may settle, and what comes of it. */
final class WatchedSettlements {

    private final World world;
    private final Ledger ledger;
    private final Journal journal;

    WatchedSettlements(World world) {
        this.world = world;
        ledger = world.ledger();
        journal = world.journal();
    }

    /** Returns whether it had to take effect. */
    boolean settled(Settlement settlement) {
        Entry entry = ledger.get(settlement.record().id());
        if (!entry.carries(settlement.record().token())) {
            journal.happened(Happening.STALE_SETTLEMENT);
            return false;
        }
        if (settlement instanceof Completed) {
            journal.check(entry.succeeded, Check.NOTHING_IS_LOST, () -> entry + " is completed without a success");
            ledger.delivered(entry, world.now());
        } else if (settlement instanceof Failed failed) {
            failed(entry, failed);
        } else if (settlement instanceof Dead dead) {
            dead(entry, dead);
        } else if (settlement instanceof Released released) {
            released(entry, released);
        }
        return true;
    }

    private void failed(Entry entry, Failed failed) {
        ledger.givenBack(entry, world.now().plus(failed.retryAfter()));
        entry.attempts++;
        journal.check(
                entry.attempts < world.config().maxAttempts(), Check.BOUNDED, () -> entry + " is tried once more");
    }

    private void dead(Entry entry, Dead dead) {
        RelayConfig config = world.config();
        journal.happened(Happening.DEAD_LETTER);
        journal.check(
                entry.failedForGood || entry.crashes > config.maxCrashes(),
                Check.NOTHING_IS_LOST,
                () -> entry + " is dead without a reason: " + dead.failure().error());
        ledger.dead(entry, dead.attempts(), world.now());
    }

    private void released(Entry entry, Released released) {
        boolean unhandled = released.delay().equals(world.config().unhandledDelay());
        journal.happened(unhandled ? Happening.UNHANDLED_RECORD : Happening.RELEASE_OF_RECORD);
        ledger.givenBack(
                entry, released.delay().isZero() ? entry.due : world.now().plus(released.delay()));
    }
}
