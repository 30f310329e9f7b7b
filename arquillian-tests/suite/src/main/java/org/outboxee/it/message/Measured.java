package org.outboxee.it.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.outboxee.it.support.Note;

/** Notes whose JSON has an exact size. */
final class Measured {

    private static final int AROUND_THE_TEXT = "{\"text\":\"\"}".getBytes(UTF_8).length;

    private Measured() {}

    /** A note that takes this many bytes when it is serialised, starting with the given text. */
    static Note note(String start, int bytes) {
        return new Note(start + "x".repeat(bytes - AROUND_THE_TEXT - start.length()));
    }
}
