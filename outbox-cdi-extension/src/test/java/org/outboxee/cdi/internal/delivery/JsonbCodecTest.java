package org.outboxee.cdi.internal.delivery;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.json.bind.JsonbBuilder;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.outboxee.PayloadException;

class JsonbCodecTest {

    @AutoClose
    private final jakarta.json.bind.Jsonb jsonb = JsonbBuilder.create();

    private final JsonbCodec codec = new JsonbCodec(jsonb);

    public enum Color {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "not the name";
            }
        }
    }

    public record Line(String article, int count, BigDecimal price) {}

    public record Order(
            UUID id,
            Color color,
            List<Line> lines,
            Map<String, List<Line>> byShop,
            Optional<String> comment,
            Set<Color> colors,
            Instant placed,
            Duration age) {}

    public record GenericRecord<T>(T content) {}

    public static class Box<T> {
        private T content;

        static <T> Box<T> of(T content) {
            Box<T> box = new Box<>();
            box.content = content;
            return box;
        }

        public T getContent() {
            return content;
        }

        public void setContent(T content) {
            this.content = content;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Box<?> box && content.equals(box.content);
        }

        @Override
        public int hashCode() {
            return content.hashCode();
        }
    }

    public static class Bean {
        private String text;
        private Box<Line> box;

        public String getText() {
            return text;
        }

        public void setText(String text) {
            this.text = text;
        }

        public Box<Line> getBox() {
            return box;
        }

        public void setBox(Box<Line> box) {
            this.box = box;
        }
    }

    public static class Broken {
        public String getText() {
            throw new IllegalStateException("getter");
        }
    }

    /** Captures a generic type. */
    private abstract static class Of<T> {
        Type type() {
            return ((ParameterizedType) getClass().getGenericSuperclass()).getActualTypeArguments()[0];
        }
    }

    private static Arguments of(Object payload, Of<?> type) {
        return Arguments.of(payload, type.type());
    }

    private static Stream<Arguments> payloads() {
        Line line = new Line("Ü\"\\\u0000\uD83D\uDE00", 3, new BigDecimal("12345678901234567890.123456789"));
        return Stream.of(
                of("", new Of<String>() {}),
                of("ä\n\t\u0001\u2028\uD83D\uDE00", new Of<String>() {}),
                of(42, new Of<Integer>() {}),
                of(Long.MIN_VALUE, new Of<Long>() {}),
                of(new BigDecimal("0.10"), new Of<BigDecimal>() {}),
                of(true, new Of<Boolean>() {}),
                of(UUID.fromString("00000000-0000-4000-8000-000000000001"), new Of<UUID>() {}),
                of(URI.create("https://example.org/?q=ä"), new Of<URI>() {}),
                of(Color.RED, new Of<Color>() {}),
                of(Color.GREEN, new Of<Color>() {}),
                of(Instant.parse("2026-03-29T01:30:00.123456789Z"), new Of<Instant>() {}),
                of(LocalDate.of(2024, 2, 29), new Of<LocalDate>() {}),
                of(LocalDateTime.of(2026, 3, 29, 2, 30), new Of<LocalDateTime>() {}),
                of(OffsetDateTime.parse("2026-03-29T02:30:00+05:45"), new Of<OffsetDateTime>() {}),
                of(ZonedDateTime.of(2026, 10, 25, 2, 30, 0, 0, ZoneId.of("Europe/Berlin")), new Of<ZonedDateTime>() {}),
                of(Duration.ofMillis(1500), new Of<Duration>() {}),
                of(line, new Of<Line>() {}),
                of(List.of(line, line), new Of<List<Line>>() {}),
                of(Map.of("a", List.of(line)), new Of<Map<String, List<Line>>>() {}),
                of(Box.of(line), new Of<Box<Line>>() {}),
                of(Box.of(List.of(Color.RED)), new Of<Box<List<Color>>>() {}),
                of(Optional.of("x"), new Of<Optional<String>>() {}),
                of(
                        new Order(
                                UUID.fromString("00000000-0000-4000-8000-000000000001"),
                                Color.RED,
                                List.of(line),
                                Map.of("shop", List.of(line)),
                                Optional.of("soon"),
                                Set.of(Color.RED),
                                Instant.EPOCH,
                                Duration.ZERO),
                        new Of<Order>() {}));
    }

    /** Scenario 6. */
    @ParameterizedTest
    @MethodSource("payloads")
    void a_payload_comes_back_as_it_was(Object payload, Type type) {
        assertThat(codec.decode(codec.encode(payload), type)).isEqualTo(payload);
    }

    @Test
    void an_absent_optional_comes_back_absent() {
        Order order = new Order(null, null, null, null, Optional.empty(), null, null, null);
        assertThat(codec.decode(codec.encode(order), Order.class)).isEqualTo(order);
    }

    @Test
    void a_bean_with_a_generic_property_comes_back() {
        Bean bean = new Bean();
        bean.setText("t");
        bean.setBox(Box.of(new Line("a", 1, BigDecimal.ONE)));
        Bean back = (Bean) codec.decode(codec.encode(bean), Bean.class);
        assertThat(back.getText()).isEqualTo("t");
        assertThat(back.getBox()).isEqualTo(bean.getBox());
    }

    @Test
    void a_generic_record_is_more_than_the_provider_can_read_and_said_clearly() {
        byte[] json = codec.encode(new GenericRecord<>("x"));
        assertThatThrownBy(() -> codec.decode(json, new Of<GenericRecord<String>>() {}.type()))
                .isInstanceOf(PayloadException.class)
                .hasMessageContainingAll("OUTBOX-01010", "GenericRecord<java.lang.String>");
    }

    @Test
    void a_field_that_the_class_does_not_have_any_more_is_ignored() {
        byte[] old = "{\"article\":\"a\",\"removed\":1,\"count\":2,\"price\":3}".getBytes(UTF_8);
        assertThat(codec.decode(old, Line.class)).isEqualTo(new Line("a", 2, BigDecimal.valueOf(3)));
    }

    @Test
    void the_bytes_are_utf_8() {
        assertThat(codec.encode("ä\uD83D\uDE00")).isEqualTo("\"ä\uD83D\uDE00\"".getBytes(UTF_8));
    }

    @Test
    void half_a_surrogate_pair_is_refused_and_not_replaced() {
        assertThatThrownBy(() -> codec.encode("a\uD83D"))
                .isInstanceOf(PayloadException.class)
                .hasMessageContainingAll("OUTBOX-01003", "java.lang.String", "surrogate");
    }

    @Test
    void bytes_that_are_not_utf_8_are_refused() {
        assertThatThrownBy(() -> codec.decode("\"ä\"".getBytes(ISO_8859_1), String.class))
                .isInstanceOf(PayloadException.class)
                .hasMessageContainingAll("OUTBOX-01010", "UTF-8");
    }

    @Test
    void json_of_something_else_is_refused_and_names_the_class() {
        assertThatThrownBy(() -> codec.decode("[1]".getBytes(UTF_8), Line.class))
                .isInstanceOf(PayloadException.class)
                .hasMessageContainingAll("OUTBOX-01010", Line.class.getTypeName());
        assertThatThrownBy(() -> codec.decode("{".getBytes(UTF_8), Line.class)).isInstanceOf(PayloadException.class);
        assertThatThrownBy(() -> codec.decode(new byte[0], Line.class)).isInstanceOf(PayloadException.class);
    }

    @Test
    void null_is_no_payload() {
        assertThatThrownBy(() -> codec.decode("null".getBytes(UTF_8), Line.class))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("null");
    }

    @Test
    void an_object_that_refuses_to_be_written_is_named() {
        assertThatThrownBy(() -> codec.encode(new Broken()))
                .isInstanceOf(PayloadException.class)
                .hasMessageContainingAll("OUTBOX-01003", Broken.class.getTypeName());
    }
}
