package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks up the oldest records of lanes, a row of the lane index for each lane and state. In native SQL, since only a
 * limit within a subquery says this so that every database does just that: PostgreSQL makes joins of conditions on
 * siblings, and MariaDB reads the whole lane for a condition on {@code seq}, or for a minimum. See ADR 7. Stateless.
 *
 * <p>One statement answers all, so that a record that changes its state meanwhile is seen in one of its states. It asks
 * the lanes for what is claimed, not the partition: MariaDB counts the rows that have left a state until they are
 * purged, so takes a table of a thousand records for one that is mostly claimed, and reads all of it.
 */
final class LaneHeads {

    private static final String OLDEST = "(select s.{seq} from %s s where s.{partitionId} = r.{partitionId}"
            + " and s.{binding} = r.{binding} and s.{orderingKey} = r.{orderingKey} and s.{state} = '%s'"
            + " order by s.{partitionId}, s.{binding}, s.{orderingKey}, s.{state}, s.{seq} limit 1)";

    /**
     * What stands before the pending records of a lane.
     *
     * @param inFlight whether any of its records is claimed
     * @param pending the oldest seq of its pending records
     * @param stalled that of its waiting and parked ones; the largest number if there is none
     */
    record Head(boolean inFlight, long pending, long stalled) {

        /** Whether no pending record of the lane can be claimed, not even the oldest. */
        boolean blocksAll() {
            return inFlight || stalled < pending;
        }
    }

    /** Most partitions have no record that waits or is parked, so that no lane need be asked for them. */
    private static final String IF_ANY =
            "case when (select s.{seq} from %s s where s.{partitionId} = ? and s.{state} = '%s'"
                    + " order by s.{partitionId}, s.{state}, s.{sortAt}, s.{seq} limit 1) is null then null else %s end";

    private final ProviderAccess provider;
    private final String select;

    LaneHeads(Database database, EntityManager entities, ProviderAccess provider) {
        this.provider = provider;
        SqlNames names = SqlNames.ofRecords(entities, provider);
        String table = names.table();
        this.select = names.columns("select r.{id}, " + oldest(table, "CLAIMED") + ", " + oldest(table, "PENDING")
                + ", " + oldestIfAny(table, "WAITING") + ", " + oldestIfAny(table, "PARKED") + " from " + table + " r"
                + database.byPrimaryKey() + " where r.{id}");
    }

    private static String oldest(String table, String state) {
        return OLDEST.formatted(table, state);
    }

    private static String oldestIfAny(String table, String state) {
        return IF_ANY.formatted(table, state, oldest(table, state));
    }

    /** The heads of the lanes of some pending records of a partition, by row id. */
    Map<Long, Head> of(EntityManager entities, int partitionId, List<Long> rowIds) {
        return provider.withConnection(entities, connection -> {
            Map<Long, Head> heads = new HashMap<>();
            for (List<Long> chunk : Chunks.of(rowIds)) {
                try (PreparedStatement statement = connection.prepareStatement(select + Keys.LIST.condition(chunk))) {
                    statement.setInt(1, partitionId);
                    statement.setInt(2, partitionId);
                    Keys.LIST.set(statement, 3, chunk);
                    read(statement, heads);
                }
            }
            return heads;
        });
    }

    private static void read(PreparedStatement statement, Map<Long, Head> heads) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                rows.getLong(2);
                boolean inFlight = !rows.wasNull();
                heads.put(rows.getLong(1), new Head(inFlight, seq(rows, 3), Math.min(seq(rows, 4), seq(rows, 5))));
            }
        }
    }

    private static long seq(ResultSet rows, int column) throws SQLException {
        long seq = rows.getLong(column);
        return rows.wasNull() ? Long.MAX_VALUE : seq;
    }
}
