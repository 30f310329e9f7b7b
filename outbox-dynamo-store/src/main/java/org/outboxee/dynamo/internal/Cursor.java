package org.outboxee.dynamo.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The place of a record in lists that show the oldest first.
 *
 * @param created when it was created
 * @param seq its seq
 * @param partition its partition
 * @param binding its binding
 */
record Cursor(long created, long seq, int partition, String binding) implements Comparable<Cursor> {

    private static final Comparator<Cursor> ORDER = Comparator.comparingLong(Cursor::created)
            .thenComparingLong(Cursor::seq)
            .thenComparingInt(Cursor::partition)
            .thenComparing(Cursor::binding);
    private static final String SEPARATOR = "\n";

    static Cursor of(Located record) {
        RecordItem item = record.item();
        return new Cursor(
                item.number(RecordItem.CREATED),
                item.number(RecordItem.SEQ),
                record.partition(),
                item.text(RecordItem.BINDING));
    }

    @Override
    public int compareTo(Cursor other) {
        return ORDER.compare(this, other);
    }

    String encoded() {
        String text = "1" + SEPARATOR + created + SEPARATOR + seq + SEPARATOR + partition + SEPARATOR + binding;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
    }

    static @Nullable Cursor decoded(@Nullable String cursor) {
        if (cursor == null) {
            return null;
        }
        try {
            String[] parts = new String(Base64.getUrlDecoder().decode(cursor), UTF_8).split(SEPARATOR, 5);
            if (parts.length == 5 && parts[0].equals("1")) {
                return new Cursor(
                        Long.parseLong(parts[1]), Long.parseLong(parts[2]), Integer.parseInt(parts[3]), parts[4]);
            }
        } catch (IllegalArgumentException e) {
            throw unknown(cursor, e);
        }
        throw unknown(cursor, null);
    }

    private static IllegalArgumentException unknown(String cursor, @Nullable Exception cause) {
        return new IllegalArgumentException(
                "The cursor '" + cursor + "' is none of this list's; use the one of the page before, or none", cause);
    }
}
