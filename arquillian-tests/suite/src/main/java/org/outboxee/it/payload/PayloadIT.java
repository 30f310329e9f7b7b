package org.outboxee.it.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.outboxee.Outbox;
import org.outboxee.PayloadException;
import org.outboxee.it.Deployments;
import org.outboxee.it.support.Transactions;

/** Scenarios 6, 7 and 9: what the handler gets equals what was emitted, or the emit says that it cannot. */
@ExtendWith(ArquillianExtension.class)
class PayloadIT {

    private static final Line LINE =
            new Line("\u00dcber \"\\\u0001\uD83D\uDE00", 3, new BigDecimal("12345678901234567890.10"));

    @Inject
    Outbox outbox;

    @Inject
    Transactions transactions;

    @Inject
    Received received;

    @Deployment
    static WebArchive application() {
        return Deployments.jpa(PayloadIT.class);
    }

    @Test
    void a_record_with_properties_of_every_kind_arrives() throws Exception {
        assertArrives(
                "order",
                new Order(
                        new UUID(1, 2),
                        LINE,
                        List.of(LINE, LINE),
                        Map.of("shop", List.of(LINE)),
                        Map.of(Color.GREEN, List.of(List.of(1), List.of())),
                        Color.GREEN,
                        '\u00fc',
                        BigInteger.TEN.pow(50),
                        Optional.of("soon"),
                        Optional.empty(),
                        "",
                        null,
                        Instant.parse("2026-03-29T01:30:00.123456789Z"),
                        LocalDate.of(2024, 2, 29),
                        OffsetDateTime.parse("2026-03-29T02:30:00+05:45"),
                        ZonedDateTime.of(2026, 10, 25, 2, 30, 0, 0, ZoneId.of("Europe/Berlin"))
                                .withLaterOffsetAtOverlap(),
                        Duration.ofMillis(-1500),
                        new Shape.Circle(0.1)));
    }

    @Test
    void classes_that_are_told_apart_by_a_property_arrive() throws Exception {
        assertArrives("shape", new Shape.Circle(1.5));
        assertArrives("shape", new Shape.Square(2));
    }

    @Test
    void generic_types_arrive() throws Exception {
        assertArrives("lines", List.of(LINE, LINE));
        assertArrives("shops", Map.of("a", List.of(LINE), "b", List.of()));
        assertArrives("box", Box.of(List.of(LINE)));
    }

    @Test
    void values_without_an_object_around_them_arrive() throws Exception {
        assertArrives("text", "");
        assertArrives("text", "null");
        assertArrives("text", "Gr\u00fc\u00dfe, \uD83D\uDE00");
        assertArrives("number", Integer.MIN_VALUE);
        assertArrives("optional", Optional.of(""));
        assertArrives("optional", Optional.empty());
        assertArrives("bytes", new byte[] {0, 1, -1});
    }

    @Test
    void two_hundred_levels_arrive_and_more_are_refused() throws Exception {
        assertArrives("nested", nested(200));
        assertRefused("nested", nested(201), "OUTBOX-01003", "of nested", "at most 200 levels");
        assertRefused("nested", nested(10_000), "OUTBOX-01003", "of nested", "at most 200 levels");
    }

    @Test
    void an_object_that_contains_itself_is_refused() {
        List<Object> list = new ArrayList<>();
        list.add(list);
        assertRefused("nested", list, "OUTBOX-01003", "of nested", "no object contains itself");
    }

    @Test
    void a_generic_record_is_refused_since_the_provider_cannot_read_it() {
        assertRefused("pair", new Pair<>("l", "r"), "OUTBOX-01023", "of pair", "Pair<java.lang.String>");
    }

    private void assertArrives(String name, Object payload) throws Exception {
        transactions.run(() -> outbox.emit(name, payload));
        assertThat(received.next()).isEqualTo(payload);
    }

    private void assertRefused(String name, Object payload, String... parts) {
        transactions.run(() -> assertThatThrownBy(() -> outbox.emit(name, payload))
                .isInstanceOf(PayloadException.class)
                .hasMessageContainingAll(parts));
    }

    private static List<Object> nested(int levels) {
        List<Object> list = new ArrayList<>();
        for (int i = 1; i < levels; i++) {
            list = new ArrayList<>(List.of(list));
        }
        return list;
    }
}
