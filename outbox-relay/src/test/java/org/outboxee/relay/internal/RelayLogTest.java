package org.outboxee.relay.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.outboxee.relay.sim.CapturedLog;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.Ticker;

/** What a relay says when the store fails, again and again. */
class RelayLogTest {

    private final CapturedLog captured = CapturedLog.open();
    private final RelayLog log = new RelayLog(Ticker.SYSTEM);

    @AfterEach
    void close() {
        captured.close();
    }

    @Test
    void the_reason_is_in_the_line() {
        log.claimFailed(3, new OutboxStoreException("OUTBOX-03001", "It is read-only", null));
        assertThat(captured.lines("OUTBOX-02015"))
                .containsExactly(
                        "OUTBOX-02015: Nothing could be claimed from partition 3; tried again at the next poll."
                                + " OUTBOX-03001: It is read-only");
    }

    @Test
    void a_new_reason_is_said_at_once_and_another_partition_is_no_news() {
        log.claimFailed(3, new IllegalStateException("Connection 17 broke in partition 3"));
        log.claimFailed(4, new IllegalStateException("Connection 18 broke in partition 4"));
        log.claimFailed(3, new IllegalStateException("It is read-only"));
        log.claimFailed(4, new IllegalStateException("It is read-only"));
        assertThat(captured.lines("OUTBOX-02015")).hasSize(2);
    }
}
