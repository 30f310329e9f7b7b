package org.outboxee.relay.simulation;

import java.util.Locale;

/** What happens in a course, each counted. */
enum Happening {
    EMIT,
    COMMIT,
    ROLLBACK,
    DELAYED_MESSAGE,
    UNBOUND_MESSAGE,
    DELIVERY,
    SLOW_DELIVERY,
    SUCCESS,
    FAILURE,
    PERMANENT_FAILURE,
    RATE_LIMIT,
    INTERRUPT,
    DEAF_HANDLER,
    DEAD_LETTER,
    EXPANSION,
    UNHANDLED_RECORD,
    COMPLETION_IN_TRANSACTION,
    TRANSACTION_ROLLED_BACK,
    COMMIT_IN_DOUBT,
    COMPLETION_CONFLICT,
    START,
    STOP,
    CRASH,
    FREEZE,
    THAW,
    CLOCK_FORWARD,
    CLOCK_BACK,
    TAKE_OVER,
    HAND_OVER,
    TAKING_OF_RELEASED,
    RELEASE_OF_PARTITION,
    RELEASE_OF_RECORD,
    BURIAL,
    EXPIRED_CLAIM,
    CLAIM_OF_THE_DEAD,
    STALE_CLAIM,
    STALE_SETTLEMENT,
    LOST_ANSWER,
    STORE_FAILURE,
    LEASES_FAILURE,
    SLOW_STORE,
    DELAYED_TASK,
    REFUSED_TASK,
    LOST_WAKE_UP,
    REPLAY,
    REPLAY_OF_ALL,
    DISCARD,
    SEARCH,
    PURGE;

    /** For people. */
    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
