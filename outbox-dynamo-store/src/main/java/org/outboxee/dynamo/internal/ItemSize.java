package org.outboxee.dynamo.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The size of an item by the service's rules: names and values, three bytes and one per element for what nests. */
final class ItemSize {

    private ItemSize() {}

    static int of(Map<String, AttributeValue> item) {
        return item.entrySet().stream()
                .mapToInt(entry -> entry.getKey().getBytes(UTF_8).length + of(entry.getValue()))
                .sum();
    }

    private static int of(AttributeValue value) {
        return switch (value.type()) {
            case S -> value.s().getBytes(UTF_8).length;
            case N -> number(value.n());
            case B -> value.b().asByteArrayUnsafe().length;
            case M -> 3 + value.m().size() + of(value.m());
            case L ->
                3 + value.l().stream().mapToInt(element -> 1 + of(element)).sum();
            case NS -> value.ns().stream().mapToInt(ItemSize::number).sum();
            default -> 1;
        };
    }

    /** One byte per two digits, and one more. */
    private static int number(String digits) {
        return 1 + (digits.length() + 1) / 2;
    }
}
