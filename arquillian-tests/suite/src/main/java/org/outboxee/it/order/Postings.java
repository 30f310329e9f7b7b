package org.outboxee.it.order;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.outboxee.OutboxHandler;

/** The handler: keeps the numbers in the order in which they arrive, and notices two of one account at a time. */
@ApplicationScoped
class Postings {

    private final Map<String, List<Integer>> arrived = new ConcurrentHashMap<>();

    private final Map<String, AtomicInteger> running = new ConcurrentHashMap<>();

    private final AtomicInteger overlaps = new AtomicInteger();

    private final AtomicInteger total = new AtomicInteger();

    void on(@Observes @OutboxHandler("posting") Posting posting) {
        AtomicInteger inside = running.computeIfAbsent(posting.account(), a -> new AtomicInteger());
        if (inside.incrementAndGet() > 1) {
            overlaps.incrementAndGet();
        }
        arrived.computeIfAbsent(posting.account(), a -> new CopyOnWriteArrayList<>())
                .add(posting.number());
        inside.decrementAndGet();
        total.incrementAndGet();
    }

    int total() {
        return total.get();
    }

    int overlaps() {
        return overlaps.get();
    }

    List<Integer> of(String account) {
        return List.copyOf(arrived.getOrDefault(account, List.of()));
    }
}
