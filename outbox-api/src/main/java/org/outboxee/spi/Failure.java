package org.outboxee.spi;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/**
 * Why a delivery failed, as it is kept with the record.
 *
 * @param error class and message of the exception, cut to {@value #MAX_LENGTH} characters
 * @param stack its stack trace, cut to {@value #MAX_STACK} characters; may be empty
 */
public record Failure(String error, String stack) {

    /** The most characters kept. */
    public static final int MAX_LENGTH = 1000;

    /** The most characters of the stack trace kept. */
    public static final int MAX_STACK = 8000;

    /** Cuts the texts, never within a surrogate pair, and replaces what is not valid Unicode. */
    public Failure {
        error = cut(error, MAX_LENGTH);
        stack = cut(stack, MAX_STACK);
    }

    /** A failure without a stack trace. */
    public Failure(String error) {
        this(error, "");
    }

    private static String cut(String text, int max) {
        String kept = text;
        if (kept.length() > max) {
            kept = kept.substring(0, Character.isHighSurrogate(kept.charAt(max - 1)) ? max - 1 : max);
        }
        return new String(kept.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).replace('\0', '?');
    }

    /** The failure that an exception describes. */
    public static Failure of(Throwable thrown) {
        return of(thrown.toString(), thrown);
    }

    /** The failure of an exception, described by another text. */
    public static Failure of(String error, Throwable thrown) {
        StringWriter stack = new StringWriter();
        thrown.printStackTrace(new PrintWriter(stack));
        return new Failure(error, stack.toString());
    }
}
