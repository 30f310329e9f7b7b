package org.outboxee.jpa.internal;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The rows of an outbox name's partitions: ids are unique in the table, numbers are unique in the outbox. Immutable.
 */
final class PartitionIds {

    private final List<Integer> ids;
    private final Map<Integer, Integer> numbers = new HashMap<>();

    /** Partition ids by partition number. */
    PartitionIds(List<Integer> ids) {
        this.ids = List.copyOf(ids);
        for (int number = 0; number < ids.size(); number++) {
            numbers.put(ids.get(number), number);
        }
    }

    int count() {
        return ids.size();
    }

    /** What tells the records of this outbox from others': the id of its first partition. */
    int outboxId() {
        return ids.get(0);
    }

    /**
     * The id of a partition.
     *
     * @throws IllegalArgumentException if the outbox has no such partition
     */
    int id(int number) {
        if (number < 0 || number >= ids.size()) {
            throw new IllegalArgumentException("Partition " + number + " of 0 to " + (ids.size() - 1));
        }
        return ids.get(number);
    }

    /** The ids of all partitions, by number. */
    List<Integer> ids() {
        return ids;
    }

    /** The ids of some partitions, ascending. */
    List<Integer> ids(Collection<Integer> someNumbers) {
        return someNumbers.stream().distinct().map(this::id).sorted().toList();
    }

    int number(int id) {
        return Objects.requireNonNull(numbers.get(id));
    }
}
