package org.outboxee.jpa.internal;

import jakarta.persistence.Query;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.outboxee.admin.RecordFilter;

/** The conditions of a filter besides its states, as JPQL and its parameters. Immutable. */
final class Filter {

    private final List<String> conditions = new ArrayList<>();
    private final Map<String, Object> parameters = new LinkedHashMap<>();

    Filter(RecordFilter filter) {
        filter.messageId().ifPresent(id -> add("r.messageId = :message", "message", id));
        filter.name().ifPresent(name -> add("r.name = :name", "name", name));
        filter.key().ifPresent(key -> add("r.orderingKey = :key", "key", key));
        filter.binding().ifPresent(binding -> add("r.binding = :binding", "binding", binding));
        filter.createdFrom().ifPresent(from -> add("r.createdAt >= :from", "from", millis(from)));
        filter.createdBefore().ifPresent(until -> add("r.createdAt < :before", "before", millis(until)));
    }

    private void add(String condition, String parameter, Object value) {
        conditions.add(" and " + condition);
        parameters.put(parameter, value);
    }

    /** What follows other conditions on {@code r}. */
    String conditions() {
        return String.join("", conditions);
    }

    /** Sets the parameters of the conditions. */
    <Q extends Query> Q on(Q query) {
        parameters.forEach(query::setParameter);
        return query;
    }

    /** Records are created in a narrower span than an instant can tell. */
    private static long millis(Instant instant) {
        try {
            return instant.toEpochMilli();
        } catch (ArithmeticException e) {
            return instant.getEpochSecond() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }
}
