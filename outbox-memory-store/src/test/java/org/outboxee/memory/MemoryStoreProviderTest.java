package org.outboxee.memory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.outboxee.spi.Availability;
import org.outboxee.spi.Bindings;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.OutboxBackend;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PreparedAppend;
import org.outboxee.spi.Settlement.Released;
import org.outboxee.spi.StoreContext;
import org.outboxee.spi.Ticker;
import org.outboxee.spi.TransactionRunner;

/** What the contract leaves to the memory store: who shares what, and that nobody shares arrays. */
class MemoryStoreProviderTest {

    private final MemoryStoreProvider provider = new MemoryStoreProvider();
    private final OutboxBackend backend = provider.open(context());

    @Test
    void isSelectedByTheNameMemory() {
        assertThat(provider.name()).isEqualTo("memory");
    }

    @Test
    void backendsOfOneProviderShareTheirRecords() {
        append(message("m1", new byte[0], "mail")).committed();
        assertThat(provider.open(context()).store().counts().pending()).isEqualTo(1);
    }

    @Test
    void providersAndBackendsOfTheirOwnShareNothing() {
        append(message("m1", new byte[0], "mail")).committed();
        assertThat(new MemoryStoreProvider().open(context()).store().counts().pending())
                .isZero();
        assertThat(new MemoryBackend(context()).store().counts().pending()).isZero();
    }

    @Test
    void storedPayloadAndHeadersAreNobodysArrayAndMap() {
        byte[] payload = "payload".getBytes(UTF_8);
        Map<String, String> headers = new HashMap<>(Map.of("h", "v"));
        append(new OutboxMessage("m1", "n", null, payload, headers, new Availability.Now(), Set.of("mail")))
                .committed();
        payload[0] = 'X';
        headers.clear();
        PartitionLease lease = backend.leases().acquire(List.of(0), "node-1").get(0);
        ClaimedRecord first = claim(lease);
        assertThat(first.payload()).asString(UTF_8).isEqualTo("payload");
        assertThat(first.headers()).isEqualTo(Map.of("h", "v"));
        first.payload()[0] = 'X';
        assertThatThrownBy(() -> first.headers().clear()).isInstanceOf(UnsupportedOperationException.class);
        backend.store().settle(List.of(new Released(first, Duration.ZERO)));
        assertThat(claim(lease).payload()).asString(UTF_8).isEqualTo("payload");
    }

    @Test
    void expansionIntoARecordThatMayYetRollBackIsTriedAgain() {
        append(message("m1", new byte[0], Bindings.UNBOUND)).committed();
        ClaimedRecord unbound =
                claim(backend.leases().acquire(List.of(0), "node-1").get(0));
        PreparedAppend undecided = append(message("m1", new byte[0], "audit"));
        assertThatThrownBy(() -> backend.store().expand(unbound, Set.of("mail", "audit")))
                .isInstanceOf(OutboxStoreException.class)
                .hasMessageContaining("OUTBOX-04005");
        assertThat(backend.store().counts().claimed()).isEqualTo(1);
        undecided.rolledBack();
        assertThat(backend.store().expand(unbound, Set.of("mail", "audit"))).isTrue();
        assertThat(backend.store().counts().pending()).isEqualTo(2);
    }

    private PreparedAppend append(OutboxMessage message) {
        return backend.appender().append(List.of(message));
    }

    private ClaimedRecord claim(PartitionLease lease) {
        return backend.store().claim(lease, 1, Duration.ofMinutes(1)).records().get(0);
    }

    private static OutboxMessage message(String id, byte[] payload, String binding) {
        return new OutboxMessage(id, "n", null, payload, Map.of(), new Availability.Now(), Set.of(binding));
    }

    private static StoreContext context() {
        TransactionRunner none = new TransactionRunner() {
            @Override
            public <T> T requireNew(Supplier<T> work) {
                return work.get();
            }
        };
        return new StoreContext(
                "default", 1, none, Runnable::run, () -> List.of(0), Ticker.SYSTEM, key -> Optional.empty());
    }
}
