package org.outboxee.jpa.internal;

import java.util.ArrayList;
import java.util.List;

/** Cuts lists of query parameters to what every database takes. */
final class Chunks {

    /** Oracle takes 1000 in one list. */
    static final int SIZE = 500;

    private Chunks() {}

    static <T> List<List<T>> of(List<T> all) {
        return of(all, SIZE);
    }

    static <T> List<List<T>> of(List<T> all, int size) {
        List<List<T>> chunks = new ArrayList<>();
        for (int from = 0; from < all.size(); from += size) {
            chunks.add(all.subList(from, Math.min(from + size, all.size())));
        }
        return chunks;
    }
}
