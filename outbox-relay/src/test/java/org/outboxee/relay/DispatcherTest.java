package org.outboxee.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.outboxee.OutboxConfigurationException;
import org.outboxee.PayloadException;
import org.outboxee.admin.DeadLetter;
import org.outboxee.relay.sim.Sim;
import org.outboxee.spi.PayloadCodec;

class DispatcherTest extends SimTest {

    private final List<String> handled = new ArrayList<>();

    private final HandlerRegistration handler =
            registration(Sim.NAME, "default", (payload, info) -> handled.add(info.messageId() + ": " + payload));

    @Test
    void a_payload_is_decoded_and_handed_to_the_handler_of_its_name_and_binding() {
        HandlerRegistration other = registration(Sim.NAME, "other", (payload, info) -> {
            throw new AssertionError("another binding");
        });
        Relay relay = start(new Dispatcher(List.of(other, handler), new TextCodec()));

        deliver(relay, sim.emit("key", "m1"));

        assertThat(handled).containsExactly("m1: payload of m1");
    }

    @Test
    void bindings_are_those_registered_for_the_name() {
        Dispatcher dispatcher = new Dispatcher(
                List.of(
                        registration("a", "one", (payload, info) -> {}),
                        registration("a", "two", (payload, info) -> {}),
                        registration("b", "three", (payload, info) -> {})),
                new TextCodec());

        assertThat(dispatcher.bindings("a")).containsExactly("one", "two");
        assertThat(dispatcher.bindings("b")).containsExactly("three");
        assertThat(dispatcher.bindings("c")).isEmpty();
        assertThat(dispatcher.bindings("a")).isUnmodifiable();
    }

    @Test
    void two_handlers_of_one_name_and_binding_are_refused() {
        assertThatThrownBy(() -> new Dispatcher(List.of(handler, handler), new TextCodec()))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContainingAll("OUTBOX-02003", Sim.NAME, "default");
    }

    @Test
    void a_delivery_that_nobody_handles_is_refused() {
        Dispatcher dispatcher = new Dispatcher(List.of(), new TextCodec());
        List<Exception> thrown = new ArrayList<>();
        producer.onOthers(delivery -> {
            try {
                dispatcher.deliver(delivery);
            } catch (IllegalStateException e) {
                thrown.add(e);
            }
        });

        deliver(sim.start(config().build()), sim.emit("key", "m1"));

        assertThat(thrown).singleElement().asString().contains(Sim.NAME, "default");
    }

    @Test
    void scenarios_1_3_4_and_5_an_undecodable_payload_is_the_failure_of_its_record_alone() {
        Relay relay = start(new Dispatcher(List.of(handler), new TextCodec("payload of bad")));

        sim.emitKeyless("m1", "bad", "m2");
        deliver(relay, sim.emit("key", "m3"));
        time.advance(seconds(60));

        assertThat(handled).containsExactlyInAnyOrder("m1: payload of m1", "m2: payload of m2", "m3: payload of m3");
        assertThat(relay.isRunning()).isTrue();
        assertThat(store.deadLetters(10, null).items()).singleElement().satisfies(dead -> {
            assertThat(dead.id().messageId()).isEqualTo("bad");
            assertThat(dead.attempts()).isEqualTo(3);
            assertThat(dead.error())
                    .contains(
                            "OUTBOX-02004",
                            "bad",
                            Sim.NAME,
                            "java.lang.String",
                            "java.lang.IllegalArgumentException: not readable");
        });
    }

    @Test
    void an_undecodable_record_keeps_its_payload_and_is_delivered_after_a_replay_by_a_codec_that_can_read_it() {
        TextCodec codec = new TextCodec("payload of bad");
        Relay relay = start(new Dispatcher(List.of(handler), codec));
        deliver(relay, sim.emitKeyless("bad"));
        time.advance(seconds(60));

        codec.unreadable = Set.of();
        DeadLetter dead = store.deadLetters(10, null).items().get(0);
        assertThat(store.replay(dead.id())).isTrue();
        time.advance(seconds(1));

        assertThat(handled).containsExactly("bad: payload of bad");
    }

    @Test
    void a_codec_that_returns_null_recurses_or_throws_a_payload_exception_fails_the_attempt_by_name_and_id() {
        PayloadCodec codec = new TextCodec() {
            @Override
            public Object decode(byte[] payload, Type type) {
                return switch (new String(payload, UTF_8)) {
                    case "payload of m1" -> null;
                    case "payload of m2" -> throw new PayloadException("TEST-00001", "the codec's own");
                    default -> decode(payload, type);
                };
            }
        };
        Relay relay = start(new Dispatcher(List.of(handler), codec));

        deliver(relay, sim.emitKeyless("m1", "m2", "m3"));
        time.advance(seconds(60));

        assertThat(store.deadLetters(10, null).items())
                .extracting(DeadLetter::error)
                .anySatisfy(error -> assertThat(error).contains("OUTBOX-02004", "m1 of " + Sim.NAME, "null"))
                .anySatisfy(error ->
                        assertThat(error).contains("OUTBOX-02004", "m2 of " + Sim.NAME, "TEST-00001: the codec's own"))
                .anySatisfy(error -> assertThat(error)
                        .contains("OUTBOX-02004", "m3 of " + Sim.NAME, "java.lang.StackOverflowError"));
        assertThat(handled).isEmpty();
    }

    private Relay start(Dispatcher dispatcher) {
        Relay relay = sim.relay(time.node(), config().maxAttempts(3).build(), dispatcher, "node");
        relay.start();
        time.settle();
        return relay;
    }

    private static HandlerRegistration registration(String name, String binding, Handler handler) {
        return new HandlerRegistration(name, binding, String.class, handler);
    }

    /** Texts as UTF-8. */
    private static class TextCodec implements PayloadCodec {

        private Set<String> unreadable;

        TextCodec(String... unreadable) {
            this.unreadable = Set.of(unreadable);
        }

        @Override
        public byte[] encode(Object payload) {
            return payload.toString().getBytes(UTF_8);
        }

        @Override
        public Object decode(byte[] payload, Type type) {
            String text = new String(payload, UTF_8);
            if (unreadable.contains(text)) {
                throw new IllegalArgumentException("not readable");
            }
            return text;
        }
    }
}
