package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;

/**
 * Counts records up to a bound, along the index of the claims. In native SQL, since portable JPQL cannot say how many
 * rows to count at most. Stateless.
 */
final class Depth {

    static final List<String> PENDING = List.of("PENDING", "WAITING", "PARKED");
    static final List<String> CLAIMED = List.of("CLAIMED");
    static final List<String> DEAD = List.of("DEAD");
    static final List<String> NOT_ENDED = List.of("PENDING", "WAITING", "PARKED", "CLAIMED");

    private final ProviderAccess provider;
    private final String from;

    Depth(EntityManager entities, ProviderAccess provider) {
        this.provider = provider;
        SqlNames names = SqlNames.ofRecords(entities, provider);
        from = names.columns("select count(*) from (select r.{id} from " + names.table()
                + " r where r.{state} = '%s' and r.{partitionId} in (%s) limit ?) counted");
    }

    /** How many records of some partitions are in some states, {@code atMost} if there are more. */
    long count(EntityManager entities, List<Integer> partitionIds, List<String> states, long atMost) {
        return provider.withConnection(entities, connection -> {
            long counted = 0;
            for (String state : states) {
                for (List<Integer> ids : Chunks.of(partitionIds)) {
                    String sql = from.formatted(state, String.join(", ", Collections.nCopies(ids.size(), "?")));
                    try (PreparedStatement statement = connection.prepareStatement(sql)) {
                        counted += count(statement, ids, atMost - counted);
                    }
                }
            }
            return counted;
        });
    }

    private static long count(PreparedStatement statement, List<Integer> ids, long atMost) throws SQLException {
        int index = 1;
        for (int id : ids) {
            statement.setInt(index++, id);
        }
        statement.setLong(index, atMost);
        try (ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
