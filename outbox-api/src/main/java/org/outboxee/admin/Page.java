package org.outboxee.admin;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A part of a longer list.
 *
 * @param items the items, unmodifiable
 * @param nextCursor where the next page starts, {@code null} on the last page; opaque
 * @param <T> the items' type
 */
public record Page<T>(List<T> items, @Nullable String nextCursor) {

    /** Copies the items. */
    public Page {
        items = List.copyOf(items);
    }

    /** Where the next page starts, empty on the last page. */
    public Optional<String> next() {
        return Optional.ofNullable(nextCursor);
    }
}
