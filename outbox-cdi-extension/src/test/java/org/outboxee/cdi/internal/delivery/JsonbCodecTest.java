package org.outboxee.cdi.internal.delivery;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.json.bind.JsonbBuilder;
import jakarta.json.bind.annotation.JsonbSubtype;
import jakarta.json.bind.annotation.JsonbTypeInfo;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
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

    public record Everything(
            Line line,
            char letter,
            byte small,
            double real,
            BigInteger huge,
            LocalTime time,
            Period period,
            ZoneId zone,
            YearMonth month,
            OptionalInt number,
            OptionalLong noNumber,
            List<Optional<String>> options,
            List<List<Integer>> table,
            Map<String, Map<String, Set<Color>>> deep,
            Map<Color, String> byColor,
            Map<UUID, String> byId,
            Map<Line, String> byLine) {}

    @JsonbTypeInfo(
            key = "kind",
            value = {
                @JsonbSubtype(alias = "circle", type = Circle.class),
                @JsonbSubtype(alias = "square", type = Square.class)
            })
    public sealed interface Shape permits Circle, Square {}

    public record Circle(double radius) implements Shape {}

    public record Square(double side) implements Shape {}

    public record Drawing(Shape frame, List<Shape> shapes) {}

    @SuppressWarnings("ArrayRecordComponent") // applications do it
    public record Blob(byte[] content) {}

    record Hidden(String text) {}

    public static class ReadOnly {
        private final String text;

        public ReadOnly() {
            this(null);
        }

        ReadOnly(String text) {
            this.text = text;
        }

        public String getText() {
            return text;
        }
    }

    public record Texts(String first, String second) {}

    public static class Node {
        public Node next;

        static Node chain(int length) {
            Node head = new Node();
            for (int i = 1; i < length; i++) {
                Node longer = new Node();
                longer.next = head;
                head = longer;
            }
            return head;
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
                of(
                        ZonedDateTime.of(2026, 10, 25, 2, 30, 0, 0, ZoneId.of("Europe/Berlin"))
                                .withLaterOffsetAtOverlap(),
                        new Of<ZonedDateTime>() {}),
                of(Duration.ofMillis(1500), new Of<Duration>() {}),
                of(Duration.ofNanos(-1), new Of<Duration>() {}),
                of('\u00fc', new Of<Character>() {}),
                of(0.1, new Of<Double>() {}),
                of(new BigDecimal("1E+400"), new Of<BigDecimal>() {}),
                of(BigInteger.TEN.pow(50), new Of<BigInteger>() {}),
                of(new byte[] {0, 1, -1}, new Of<byte[]>() {}),
                of(new String[][] {{"a"}, {}}, new Of<String[][]>() {}),
                of(List.of(1, 2), new Of<List<Integer>>() {}),
                of(Arrays.asList("a", null, ""), new Of<List<String>>() {}),
                of(OptionalInt.of(7), new Of<OptionalInt>() {}),
                of(new Texts("", null), new Of<Texts>() {}),
                of(new Texts(null, ""), new Of<Texts>() {}),
                of(new Circle(1.5), new Of<Circle>() {}),
                of(new Circle(1.5), new Of<Shape>() {}),
                of(List.of(new Circle(1), new Square(2)), new Of<List<Shape>>() {}),
                of(new Drawing(new Square(1), List.of(new Circle(2))), new Of<Drawing>() {}),
                of(
                        new Everything(
                                line,
                                '"',
                                (byte) -1,
                                1e-300,
                                BigInteger.TEN.pow(50),
                                LocalTime.of(23, 59, 59, 1),
                                Period.of(1, 2, 3),
                                ZoneId.of("Europe/Berlin"),
                                YearMonth.of(2024, 2),
                                OptionalInt.of(0),
                                OptionalLong.empty(),
                                List.of(Optional.of("a"), Optional.empty()),
                                List.of(List.of(1), List.of()),
                                Map.of("a", Map.of("b", Set.of(Color.GREEN))),
                                Map.of(Color.GREEN, "g"),
                                Map.of(new UUID(1, 2), "u"),
                                Map.of(line, "l")),
                        new Of<Everything>() {}),
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
    @SuppressWarnings("NullOptional") // applications do it
    void a_null_optional_comes_back_empty() {
        Order order = new Order(null, null, null, null, null, null, null, null);
        assertThat(((Order) codec.decode(codec.encode(order), Order.class)).comment())
                .isEmpty();
    }

    @Test
    void a_property_without_a_setter_comes_back_null() {
        ReadOnly back = (ReadOnly) codec.decode(codec.encode(new ReadOnly("x")), ReadOnly.class);
        assertThat(back.getText()).isNull();
    }

    @Test
    void bytes_in_a_record_come_back() {
        Blob back = (Blob) codec.decode(codec.encode(new Blob(new byte[] {0, 1, -1})), Blob.class);
        assertThat(back.content()).containsExactly(0, 1, -1);
    }

    @Test
    void a_top_level_optional_may_be_empty() {
        assertThat(codec.decode(codec.encode(Optional.empty()), new Of<Optional<String>>() {}.type()))
                .isEqualTo(Optional.empty());
    }

    @Test
    void an_object_that_contains_itself_is_refused() {
        Node cycle = new Node();
        cycle.next = new Node();
        cycle.next.next = cycle;
        assertRefused(cycle, Node.class.getTypeName(), "'next'", "no object contains itself");
        List<Object> list = new ArrayList<>();
        list.add(list);
        assertRefused(list, "java.util.ArrayList", "nested too deep, or contains itself");
        Map<String, Object> map = new HashMap<>();
        map.put("me", map);
        assertRefused(map, "java.util.HashMap", "nested too deep, or contains itself");
    }

    @Test
    void one_object_at_two_places_is_no_cycle() {
        Line line = new Line("a", 1, BigDecimal.ONE);
        assertThat(codec.decode(codec.encode(List.of(line, line)), new Of<List<Line>>() {}.type()))
                .isEqualTo(List.of(line, line));
    }

    @Test
    void nesting_is_bounded_by_what_every_thread_can_read() {
        Node deepest = Node.chain(JsonbCodec.MAX_DEPTH);
        assertThat(codec.decode(codec.encode(deepest), Node.class)).isInstanceOf(Node.class);
        assertRefused(Node.chain(JsonbCodec.MAX_DEPTH + 1), "201 levels", "a tree of at most 200 levels");
        assertRefused(Node.chain(10_000), Node.class.getTypeName(), "a tree of at most 200 levels");
    }

    @Test
    void json_that_somebody_nested_too_deep_is_refused() {
        byte[] json = ("[".repeat(100_000) + "]".repeat(100_000)).getBytes(UTF_8);
        assertThatThrownBy(() -> codec.decode(json, List.class))
                .isInstanceOf(PayloadException.class)
                .hasMessageContainingAll("OUTBOX-01010", "java.util.List");
    }

    @Test
    void not_a_number_is_refused() {
        assertRefused(Double.NaN, "java.lang.Double", "NaN");
        assertRefused(new Circle(Double.POSITIVE_INFINITY), Circle.class.getTypeName(), "Infinite");
    }

    @Test
    void what_is_not_public_is_refused_by_name() {
        assertRefused(new Hidden("x"), Hidden.class.getTypeName(), "'text'", "IllegalAccessException");
    }

    private void assertRefused(Object payload, String... parts) {
        assertThatThrownBy(() -> codec.encode(payload))
                .isInstanceOf(PayloadException.class)
                .hasMessageStartingWith("OUTBOX-01022: ")
                .hasMessageContainingAll(parts);
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
    void scenario_1_the_json_names_no_class() {
        assertThat(new String(codec.encode(new Line("a", 1, BigDecimal.ONE)), UTF_8))
                .isEqualTo("{\"article\":\"a\",\"count\":1,\"price\":1}");
    }

    @Test
    void the_bytes_are_utf_8() {
        assertThat(codec.encode("ä\uD83D\uDE00")).isEqualTo("\"ä\uD83D\uDE00\"".getBytes(UTF_8));
    }

    @Test
    void half_a_surrogate_pair_is_refused_and_not_replaced() {
        assertThatThrownBy(() -> codec.encode("a\uD83D"))
                .isInstanceOf(PayloadException.class)
                .hasMessageContainingAll("OUTBOX-01022", "java.lang.String", "surrogate");
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
                .hasMessageContainingAll("OUTBOX-01022", Broken.class.getTypeName());
    }
}
