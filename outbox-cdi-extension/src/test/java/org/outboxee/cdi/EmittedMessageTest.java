package org.outboxee.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.outboxee.cdi.testing.Server.USER_TRANSACTION;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jboss.weld.junit5.EnableWeld;
import org.jboss.weld.junit5.WeldInitiator;
import org.jboss.weld.junit5.WeldSetup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.outboxee.EmitOptions;
import org.outboxee.HeaderContributor;
import org.outboxee.InvalidMessageException;
import org.outboxee.Outbox;
import org.outboxee.OutboxHandler;
import org.outboxee.PayloadException;
import org.outboxee.RollbackOnlyException;
import org.outboxee.cdi.testing.Applications;
import org.outboxee.cdi.testing.RecordingStore;
import org.outboxee.cdi.testing.Server;
import org.outboxee.spi.Availability;
import org.outboxee.spi.Bindings;
import org.outboxee.spi.OutboxMessage;

@EnableWeld
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EmittedMessageTest {

    @WeldSetup
    WeldInitiator weld = WeldInitiator.of(Applications.withoutStore(
            RecordingStore.class, TwoHandlers.class, Tenant.class, ProducedContributor.class));

    @Inject
    Outbox outbox;

    @Inject
    RecordingStore store;

    @BeforeEach
    void forget() {
        store.forget();
    }

    @Test
    void a_message_has_a_new_random_id_unless_it_brings_its_own() throws Exception {
        OutboxMessage generated = emitted("a", "1", EmitOptions.none());
        assertThat(UUID.fromString(generated.id()).version()).isEqualTo(4);
        assertThat(emitted("a", "1", EmitOptions.none()).id()).isNotEqualTo(generated.id());
        assertThat(emitted("a", "1", EmitOptions.id("mine")).id()).isEqualTo("mine");
    }

    @Test
    void key_delay_and_time_arrive_in_the_store() throws Exception {
        assertThat(emitted("a", "1", EmitOptions.none()).key()).isNull();
        assertThat(emitted("a", "1", EmitOptions.key("k")).key()).isEqualTo("k");
        assertThat(emitted("a", "1", EmitOptions.none()).availability()).isEqualTo(new Availability.Now());
        assertThat(emitted("a", "1", EmitOptions.delay(Duration.ofDays(2))).availability())
                .isEqualTo(new Availability.After(Duration.ofDays(2)));
        assertThat(emitted("a", "1", EmitOptions.at(Instant.EPOCH)).availability())
                .isEqualTo(new Availability.At(Instant.EPOCH));
    }

    @Test
    void a_message_goes_to_every_binding_of_its_name() throws Exception {
        assertThat(emitted("handled", "1", EmitOptions.none()).bindings()).isEqualTo(Set.of("default", "audit"));
    }

    @Test
    void a_message_that_nothing_handles_here_is_unbound() throws Exception {
        assertThat(emitted("unhandled", "1", EmitOptions.none()).bindings()).isEqualTo(Set.of(Bindings.UNBOUND));
    }

    @Test
    void every_contributor_adds_headers_and_the_caller_wins() throws Exception {
        OutboxMessage message =
                emitted("a", "1", EmitOptions.header("tenant", "mine").withHeader("own", "x"));
        assertThat(message.headers())
                .containsOnly(entry("tenant", "mine"), entry("own", "x"), entry("produced", "for a"));
        assertThat(emitted("a", "1", EmitOptions.none()).headers()).containsEntry("tenant", "acme");
    }

    @Test
    void a_contributor_that_fails_fails_the_emit_and_leaves_the_transaction_usable() throws Exception {
        USER_TRANSACTION.begin();
        assertThatThrownBy(() -> outbox.emit("fail", "1")).hasMessage("no tenant");
        assertThatThrownBy(() -> outbox.emit("null", "1"))
                .isInstanceOf(InvalidMessageException.class)
                .hasMessageContainingAll("OUTBOX-01012", "tenant");
        outbox.emit("a", "1");
        USER_TRANSACTION.commit();
        assertThat(store.events).containsExactly("append a", "committed");
    }

    @Test
    void a_contributor_that_dooms_the_transaction_makes_the_emit_fail_clearly() throws Exception {
        USER_TRANSACTION.begin();
        assertThatThrownBy(() -> outbox.emit("doom", "1"))
                .isInstanceOf(RollbackOnlyException.class)
                .hasMessageStartingWith("OUTBOX-01002");
        USER_TRANSACTION.rollback();
    }

    @Test
    void the_payload_is_encoded_at_the_call() throws Exception {
        Map<String, String> payload = new HashMap<>(Map.of("k", "before"));
        USER_TRANSACTION.begin();
        outbox.emit("a", payload);
        payload.put("k", "after");
        USER_TRANSACTION.commit();
        assertThat(new String(store.appended.get(0).payload(), StandardCharsets.UTF_8))
                .isEqualTo("{\"k\":\"before\"}");
    }

    @Test
    void a_payload_that_cannot_be_encoded_fails_the_call_and_names_the_class() throws Exception {
        USER_TRANSACTION.begin();
        assertThatThrownBy(() -> outbox.emit("a", new Broken()))
                .isInstanceOf(PayloadException.class)
                .hasMessageContainingAll("OUTBOX-01003", Broken.class.getName());
        USER_TRANSACTION.commit();
        assertThat(store.events).isEmpty();
    }

    @Test
    void limits_are_checked_at_the_call() throws Exception {
        int most = 1024 * 1024;
        String fits = "x".repeat(most - 2); // and two quotes
        USER_TRANSACTION.begin();
        outbox.emit("a", fits);
        assertThatThrownBy(() -> outbox.emit("a", fits + "x")).isInstanceOf(InvalidMessageException.class);
        assertThatThrownBy(() -> outbox.emit("a", "1", EmitOptions.key("k".repeat(256))))
                .isInstanceOf(InvalidMessageException.class);
        assertThatThrownBy(() -> outbox.emit("n".repeat(201), "1")).isInstanceOf(InvalidMessageException.class);
        USER_TRANSACTION.commit();
        assertThat(store.appended).hasSize(1);
        assertThat(store.appended.get(0).payload()).hasSize(most);
    }

    private OutboxMessage emitted(String name, Object payload, EmitOptions options) throws Exception {
        USER_TRANSACTION.begin();
        String id = outbox.emit(name, payload, options);
        USER_TRANSACTION.commit();
        OutboxMessage last = store.appended.get(store.appended.size() - 1);
        assertThat(last.id()).isEqualTo(id);
        return last;
    }

    public static class Broken {
        public String getValue() {
            throw new IllegalStateException("getter");
        }
    }

    @ApplicationScoped
    static class TwoHandlers {
        void first(@Observes @OutboxHandler("handled") String payload) {
            // never called: what is of interest is where a message goes
        }

        void second(@Observes @OutboxHandler(value = "handled", binding = "audit") String payload) {
            // never called
        }
    }

    @ApplicationScoped
    static class Tenant implements HeaderContributor {
        @Override
        public Map<String, String> headers(String messageName) {
            if (messageName.equals("fail")) {
                throw new IllegalStateException("no tenant");
            }
            if (messageName.equals("doom")) {
                Server.REGISTRY.setRollbackOnly();
            }
            Map<String, String> headers = new HashMap<>();
            headers.put("tenant", messageName.equals("null") ? null : "acme");
            return headers;
        }
    }

    @Singleton
    static class ProducedContributor {
        @Produces
        HeaderContributor contributor() {
            return name -> Map.of("produced", "for " + name);
        }
    }
}
