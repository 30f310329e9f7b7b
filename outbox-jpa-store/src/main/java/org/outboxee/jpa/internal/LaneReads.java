package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.outboxee.jpa.internal.Lanes.Member;
import org.outboxee.jpa.internal.Lanes.State;

/** Reads the oldest records of a lane in a state, by seq. Implementations are stateless. */
@FunctionalInterface
interface LaneReads {

    /** The oldest ones, at most so many. */
    List<Member> oldest(EntityManager entities, LaneKey lane, State state, int limit);

    /**
     * Reads what is parked now, also in a transaction that began to read long ago. At their default level, REPEATABLE
     * READ, MariaDB and MySQL would go on to show what was there then, except to a read that locks. The other databases
     * refuse to change what has changed since, and what is read here follows a change of the holder.
     *
     * <p>Only parked records are read so: they stand apart in the index, while locks beside pending ones would stop
     * appends, up to deadlocks. The others may be older than they look: who relies on one changes it first.
     */
    static LaneReads current(Database database, EntityManager entities, ProviderAccess provider) {
        return switch (database) {
            case MARIADB, MYSQL -> locking(entities, provider);
            case H2, SQLITE, POSTGRESQL -> Lanes::members;
        };
    }

    private static LaneReads locking(EntityManager entities, ProviderAccess provider) {
        SqlNames names = SqlNames.ofRecords(entities, provider);
        String parked = names.columns("select r.{id}, r.{seq} from " + names.table() + " r where r.{partitionId} = ?"
                + " and r.{binding} = ? and r.{orderingKey} = ? and r.{state} = 'PARKED'"
                + " order by r.{partitionId}, r.{binding}, r.{orderingKey}, r.{state}, r.{seq} limit ? for update");
        return (current, lane, state, limit) -> state != State.PARKED
                ? Lanes.members(current, lane, state, limit)
                : provider.withConnection(current, connection -> {
                    try (PreparedStatement statement = connection.prepareStatement(parked)) {
                        statement.setInt(1, lane.partitionId());
                        statement.setString(2, lane.binding());
                        statement.setString(3, lane.orderingKey());
                        statement.setInt(4, limit);
                        return members(statement);
                    }
                });
    }

    private static List<Member> members(PreparedStatement statement) throws SQLException {
        List<Member> members = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                members.add(new Member(rows.getLong(1), rows.getLong(2), State.PARKED));
            }
        }
        return members;
    }
}
