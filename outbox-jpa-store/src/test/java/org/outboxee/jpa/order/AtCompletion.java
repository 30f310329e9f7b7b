package org.outboxee.jpa.order;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.outboxee.jpa.testing.Jta;

/**
 * Collects what belongs to the transaction of the thread, and writes it when that completes, as the extension does: the
 * synchronization that writes is registered during the completion, and so is the last one.
 */
final class AtCompletion<T> {

    private final Consumer<List<T>> write;

    AtCompletion(Consumer<List<T>> write) {
        this.write = write;
    }

    void add(T item) {
        collected().add(item);
    }

    private List<T> collected() {
        @SuppressWarnings("unchecked") // Nobody else has this object as a key.
        List<T> known = (List<T>) Jta.REGISTRY.getResource(this);
        if (known != null) {
            return known;
        }
        List<T> items = new ArrayList<>();
        Jta.REGISTRY.putResource(this, items);
        Jta.beforeCompletion(() -> Jta.beforeCompletion(() -> write.accept(List.copyOf(items))));
        return items;
    }
}
