package org.outboxee.relay.simulation;

import org.outboxee.relay.Relay;
import org.outboxee.relay.RelayConfig;
import org.outboxee.relay.UnsafeStart;
import org.outboxee.spi.Appender;
import org.outboxee.spi.OutboxBackend;
import org.outboxee.spi.OutboxStore;

/** A rule that is broken on purpose. */
enum Mutation {
    /** As it is. */
    NONE,

    /** A claim does not look whether its lease is the newest. */
    NO_FENCE {
        @Override
        OutboxStore store(OutboxBackend backend) {
            return new BrokenStores.WithoutFence(backend.store(), backend.leases());
        }
    },

    /** A settlement does not look whether its record still carries the token of its claim. */
    NO_TOKEN {
        @Override
        OutboxStore store(OutboxBackend backend) {
            return new BrokenStores.WithoutTokens(backend.store());
        }
    },

    /** A delivery starts however little is left of its claim. */
    NO_SAFE_START {
        @Override
        void relay(Relay.Builder relay, RelayConfig config) {
            UnsafeStart.allow(relay, config);
        }
    },

    /** Records of a lane are claimed as if they had no key. */
    NO_HEAD_OF_LINE {
        @Override
        Appender appender(OutboxBackend backend, int partitions) {
            return new BrokenLanes.Appending(backend.appender(), partitions);
        }

        @Override
        OutboxStore store(OutboxBackend backend) {
            return new BrokenLanes.Claiming(backend.store());
        }
    },

    /** A lane whose head has failed does not become free again. */
    NO_UNPARKING {
        @Override
        OutboxStore store(OutboxBackend backend) {
            return new BrokenStores.WithoutUnparking(backend.store());
        }
    };

    OutboxStore store(OutboxBackend backend) {
        return backend.store();
    }

    Appender appender(OutboxBackend backend, int partitions) {
        return backend.appender();
    }

    void relay(Relay.Builder relay, RelayConfig config) {
        // Most rules are the store's.
    }
}
