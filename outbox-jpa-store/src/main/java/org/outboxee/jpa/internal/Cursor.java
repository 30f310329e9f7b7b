package org.outboxee.jpa.internal;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Numbers that say behind which row a page starts, as the text that callers pass on. Stateless. */
final class Cursor {

    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,19}");

    private Cursor() {}

    static String text(long... numbers) {
        return LongStream.of(numbers).mapToObj(Long::toString).collect(Collectors.joining("."));
    }

    /**
     * The numbers of a cursor.
     *
     * @param start what they are without one
     * @throws IllegalArgumentException if the text was not made from as many numbers
     */
    static long[] parse(@Nullable String text, long... start) {
        if (text == null) {
            return start;
        }
        String[] parts = text.split("\\.", -1);
        try {
            if (parts.length == start.length
                    && Arrays.stream(parts)
                            .allMatch(part -> NUMBER.matcher(part).matches())) {
                return Arrays.stream(parts).mapToLong(Long::parseLong).toArray();
            }
        } catch (NumberFormatException e) {
            throw unknown(text, e);
        }
        throw unknown(text, null);
    }

    private static IllegalArgumentException unknown(String text, @Nullable Exception cause) {
        return new IllegalArgumentException(
                "Cursor '" + text + "' is none of this list's; use the one of the page before, or none", cause);
    }
}
