package org.outboxee.cdi.internal.config;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;

/**
 * What values a key takes.
 *
 * @param <T> the parsed value
 */
public sealed interface KeyType<T> {

    /** What the documentation calls the type. */
    String name();

    /** The allowed values, as the documentation and error messages state them. */
    String range();

    /** The parsed value, empty when the text is not one or out of range. */
    Optional<T> parse(String text);

    /** The text that parses to the value. */
    String format(T value);

    /** A whole number. */
    record Whole(int min, int max) implements KeyType<Integer> {
        @Override
        public String name() {
            return "number";
        }

        @Override
        public String range() {
            return min + " to " + max;
        }

        @Override
        public Optional<Integer> parse(String text) {
            try {
                int value = Integer.parseInt(text);
                return value >= min && value <= max ? Optional.of(value) : Optional.empty();
            } catch (NumberFormatException notANumber) {
                return Optional.empty();
            }
        }

        @Override
        public String format(Integer value) {
            return value.toString();
        }
    }

    /** An ISO-8601 duration such as {@code PT1.5S}. */
    record Time(Duration min, Duration max) implements KeyType<Duration> {
        @Override
        public String name() {
            return "duration";
        }

        @Override
        public String range() {
            return min + " to " + max;
        }

        @Override
        public Optional<Duration> parse(String text) {
            try {
                Duration value = Duration.parse(text);
                return value.compareTo(min) >= 0 && value.compareTo(max) <= 0 ? Optional.of(value) : Optional.empty();
            } catch (DateTimeParseException notADuration) {
                return Optional.empty();
            }
        }

        @Override
        public String format(Duration value) {
            return value.toString();
        }
    }

    /** One of a few words. */
    record Choice(List<String> words) implements KeyType<String> {
        @Override
        public String name() {
            return "word";
        }

        @Override
        public String range() {
            return String.join(", ", words);
        }

        @Override
        public Optional<String> parse(String text) {
            return words.contains(text) ? Optional.of(text) : Optional.empty();
        }

        @Override
        public String format(String value) {
            return value;
        }
    }

    /** Text that is not blank. */
    record Text(int maxLength) implements KeyType<String> {
        @Override
        public String name() {
            return "text";
        }

        @Override
        public String range() {
            return "1 to " + maxLength + " characters";
        }

        @Override
        public Optional<String> parse(String text) {
            return text.isBlank() || text.length() > maxLength ? Optional.empty() : Optional.of(text);
        }

        @Override
        public String format(String value) {
            return value;
        }
    }
}
