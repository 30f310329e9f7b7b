package org.outboxee.it.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.outboxee.EmitOptions;
import org.outboxee.InvalidMessageException;
import org.outboxee.Outbox;
import org.outboxee.it.Deployments;
import org.outboxee.it.support.Arrival;
import org.outboxee.it.support.Inbox;
import org.outboxee.it.support.Note;
import org.outboxee.it.support.Transactions;
import org.outboxee.spi.MessageLimits;

/** What was emitted arrives in the handler, and what is too large is refused where it is emitted. */
@ExtendWith(ArquillianExtension.class)
class MessageIT {

    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @Inject
    Outbox outbox;

    @Inject
    Transactions transactions;

    @Inject
    Inbox inbox;

    @Deployment
    static WebArchive application() {
        return Deployments.jpa(MessageIT.class);
    }

    @Test
    void text_arrives_as_it_was_emitted() {
        String text = "Grüße, \uD83D\uDE00 \"quoted\" \\ \t\n\u0001";

        assertThat(send(text, EmitOptions.none()).text()).isEqualTo(text);
    }

    @Test
    void the_key_arrives() {
        assertThat(send("keyed", EmitOptions.key("customer 7")).key()).contains("customer 7");
    }

    @Test
    void a_message_without_a_key_arrives_without_one() {
        assertThat(send("keyless", EmitOptions.none()).key()).isEmpty();
    }

    @Test
    void the_callers_id_is_the_message_id() {
        assertThat(send("own id", EmitOptions.id("invoice-4711")).messageId()).isEqualTo("invoice-4711");
    }

    @Test
    void headers_arrive() {
        Arrival arrival = send(
                "headers", EmitOptions.header("reply-to", "bücher@example.org").withHeader("empty", ""));

        assertThat(arrival.headers())
                .containsEntry("reply-to", "bücher@example.org")
                .containsEntry("empty", "");
    }

    @Test
    void a_header_contributor_adds_headers() {
        assertThat(send("contributed", EmitOptions.none()).headers())
                .containsEntry("tenant", "acme")
                .containsEntry("about", "note");
    }

    @Test
    void the_callers_header_wins_over_a_contributed_one() {
        assertThat(send("own tenant", EmitOptions.header("tenant", "other")).headers())
                .containsEntry("tenant", "other");
    }

    @Test
    void the_trace_arrives() {
        assertThat(send("trace", EmitOptions.header("traceparent", TRACE)).headers())
                .containsEntry("traceparent", TRACE);
    }

    @Test
    void what_a_handler_emits_belongs_to_the_trace_of_its_message() {
        transactions.run(() -> outbox.emit(
                "traced",
                new Note("a trace"),
                EmitOptions.header("traceparent", TRACE).withHeader("tracestate", "vendor=1")));

        assertThat(inbox.next("a trace continued").headers())
                .containsEntry("traceparent", TRACE)
                .containsEntry("tracestate", "vendor=1");
    }

    @Test
    void a_delayed_message_does_not_arrive_before_it_is_due() {
        long emitted = System.nanoTime();
        Arrival arrival = send("delayed", EmitOptions.delay(Duration.ofMillis(700)));

        assertThat(Duration.ofNanos(System.nanoTime() - emitted)).isGreaterThanOrEqualTo(Duration.ofMillis(700));
        assertThat(arrival.attempt()).isEqualTo(1);
    }

    @Test
    void a_message_for_an_instant_does_not_arrive_before_it() {
        Arrival first = send("now", EmitOptions.none());
        Instant due = first.createdAt().plusMillis(1500);
        Arrival arrival = send("at an instant", EmitOptions.at(due));

        assertThat(arrival.createdAt()).isBefore(due);
        // Written after it was due, so delivered after it was due: its own createdAt is by the store's clock.
        assertThat(send("after the instant", EmitOptions.none()).createdAt()).isAfterOrEqualTo(due);
    }

    /** Scenario 8. */
    @Test
    void the_largest_payload_arrives() {
        Note largest = Measured.note("largest", MessageLimits.DEFAULT.payloadBytes());
        transactions.run(() -> outbox.emit("note", largest));

        assertThat(inbox.next(largest.text()).attempt()).isEqualTo(1);
    }

    @Test
    void a_payload_one_byte_too_large_is_refused_and_the_transaction_goes_on() {
        Note tooLarge = Measured.note("too large", MessageLimits.DEFAULT.payloadBytes() + 1);
        transactions.run(() -> {
            assertThatThrownBy(() -> outbox.emit("note", tooLarge))
                    .isInstanceOf(InvalidMessageException.class)
                    .hasMessageContaining("1048577")
                    .hasMessageContaining("1048576");
            outbox.emit("note", new Note("a smaller one"));
        });

        inbox.next("a smaller one");
        assertThat(inbox.left(tooLarge.text())).isEmpty();
    }

    @Test
    void the_longest_key_arrives_and_a_longer_one_is_refused() {
        String longest = "k".repeat(MessageLimits.DEFAULT.key());
        transactions.run(() -> {
            assertThatThrownBy(() -> outbox.emit("note", new Note("key too long"), EmitOptions.key(longest + "k")))
                    .isInstanceOf(InvalidMessageException.class)
                    .hasMessageContaining("256")
                    .hasMessageContaining("255");
            outbox.emit("note", new Note("longest key"), EmitOptions.key(longest));
        });

        assertThat(inbox.next("longest key").key()).contains(longest);
        assertThat(inbox.left("key too long")).isEmpty();
    }

    private Arrival send(String text, EmitOptions options) {
        transactions.run(() -> outbox.emit("note", new Note(text), options));
        return inbox.next(text);
    }
}
