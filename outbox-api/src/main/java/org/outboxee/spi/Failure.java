package org.outboxee.spi;

import java.nio.charset.StandardCharsets;

/**
 * Why a delivery failed, as it is kept with the record.
 *
 * @param error class and message of the exception, cut to {@value #MAX_LENGTH} characters
 */
public record Failure(String error) {

    /** The most characters kept. */
    public static final int MAX_LENGTH = 1000;

    /** Cuts the text, never within a surrogate pair, and replaces what is not valid Unicode. */
    public Failure {
        String text = error;
        if (text.length() > MAX_LENGTH) {
            int end = Character.isHighSurrogate(text.charAt(MAX_LENGTH - 1)) ? MAX_LENGTH - 1 : MAX_LENGTH;
            text = text.substring(0, end);
        }
        error = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).replace('\0', '?');
    }

    /** The failure that an exception describes. */
    public static Failure of(Throwable thrown) {
        return new Failure(thrown.toString());
    }
}
