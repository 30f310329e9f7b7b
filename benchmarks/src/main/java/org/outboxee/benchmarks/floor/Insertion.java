package org.outboxee.benchmarks.floor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.outboxee.benchmarks.contest.Work;
import org.outboxee.spi.Partitions;

/** Writes messages in a business transaction. */
final class Insertion {

    private Insertion() {}

    /**
     * Inserts as one batch.
     *
     * @param turn which partition is next for messages without a key
     */
    static void insert(Connection connection, Work work, long first, long turn) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(FloorSql.INSERT)) {
            if (work.keys() == 0) {
                int partition = (int) (turn % FloorOutbox.PARTITIONS);
                for (long number = first; number < first + work.emits(); number++) {
                    add(insert, work, partition, number, number);
                }
            } else {
                // In ascending order, so that two transactions do not wait for each other.
                for (Map.Entry<Integer, List<Long>> slice :
                        byPartition(work, first).entrySet()) {
                    long last =
                            count(connection, slice.getKey(), slice.getValue().size());
                    long seq = last - slice.getValue().size();
                    for (long number : slice.getValue()) {
                        add(insert, work, slice.getKey(), number, ++seq);
                    }
                }
            }
            insert.executeBatch();
        }
    }

    private static Map<Integer, List<Long>> byPartition(Work work, long first) {
        Map<Integer, List<Long>> slices = new TreeMap<>();
        for (long number = first; number < first + work.emits(); number++) {
            int partition = Partitions.forKey(String.valueOf(work.key(number)), FloorOutbox.PARTITIONS);
            slices.computeIfAbsent(partition, none -> new ArrayList<>()).add(number);
        }
        return slices;
    }

    private static long count(Connection connection, int partition, int count) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(FloorSql.COUNT)) {
            statement.setInt(1, count);
            statement.setInt(2, partition);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private static void add(PreparedStatement insert, Work work, int partition, long number, long seq)
            throws SQLException {
        insert.setInt(1, partition);
        insert.setLong(2, seq);
        insert.setObject(3, UUID.randomUUID());
        insert.setString(4, work.key(number));
        insert.setLong(5, System.currentTimeMillis());
        insert.setBytes(6, Work.payload(number).getBytes(UTF_8));
        insert.addBatch();
    }
}
