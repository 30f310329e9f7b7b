package org.outboxee.memory.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.Page;
import org.outboxee.admin.RecordId;

/**
 * Cuts the records of all partitions into pages, oldest first. A cursor is the place of a page's last item, so it stays
 * valid.
 */
final class AgePage {

    private static final String SEPARATOR = "\n";

    private AgePage() {}

    /** What a partition has from behind a place on, the oldest of it; {@code null} for all places. */
    @FunctionalInterface
    interface Source<T> {
        List<Map.Entry<Age, T>> after(PartitionQueue queue, @Nullable Age place, int limit);
    }

    static <T> Page<T> of(List<PartitionQueue> queues, int limit, @Nullable String cursor, Source<T> source) {
        Age place = cursor == null ? null : decode(cursor);
        int wanted = Math.addExact(limit, 1);
        List<Map.Entry<Age, T>> oldest = queues.stream()
                .flatMap(queue -> source.after(queue, place, wanted).stream())
                .sorted(Map.Entry.comparingByKey())
                .limit(wanted)
                .toList();
        boolean last = oldest.size() <= limit;
        List<Map.Entry<Age, T>> page = last ? oldest : oldest.subList(0, limit);
        return new Page<>(
                page.stream().map(Map.Entry::getValue).toList(),
                last ? null : encode(page.get(limit - 1).getKey()));
    }

    private static String encode(Age age) {
        String text = String.join(
                SEPARATOR,
                age.createdAt().toString(),
                Long.toString(age.seq()),
                base64(age.id().messageId()),
                base64(age.id().binding()));
        return base64(text);
    }

    private static Age decode(String cursor) {
        try {
            String[] parts = text(cursor).split(SEPARATOR, -1);
            if (parts.length == 4) {
                RecordId id = new RecordId(text(parts[2]), text(parts[3]));
                return new Age(Instant.parse(parts[0]), Long.parseLong(parts[1]), id);
            }
        } catch (IllegalArgumentException | DateTimeException e) {
            throw unknown(cursor, e);
        }
        throw unknown(cursor, null);
    }

    private static IllegalArgumentException unknown(String cursor, @Nullable Exception cause) {
        return new IllegalArgumentException(
                "The cursor '" + cursor + "' is none of this list's; use the one of the page before, or none", cause);
    }

    private static String base64(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
    }

    private static String text(String base64) {
        return new String(Base64.getUrlDecoder().decode(base64), UTF_8);
    }
}
