package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.outboxee.jpa.OutboxPartition;
import org.outboxee.spi.PartitionLease;

/**
 * In SQL, on the connection of the transaction. PostgreSQL takes all keys as one array, whose plan does not depend on
 * their number. MariaDB and MySQL are told to use the primary key: with several keys they read a small table as a
 * whole, and so lock all of it ({@link Database#toChange}).
 */
final class NativeChanges implements BulkChanges {

    private final ProviderAccess provider;
    private final Keys keys;
    private final String lock;
    private final String stamp;
    private final String complete;

    private NativeChanges(ProviderAccess provider, Keys keys, String lock, String stamp, String complete) {
        this.provider = provider;
        this.keys = keys;
        this.lock = lock;
        this.stamp = stamp;
        this.complete = complete;
    }

    static NativeChanges of(Database database, EntityManager entities, ProviderAccess provider) {
        SqlNames names = SqlNames.ofRecords(entities, provider);
        boolean arrays = database == Database.POSTGRESQL;
        String table = names.table() + " r" + database.byPrimaryKey();
        SqlNames partitions = new SqlNames(entities, provider, OutboxPartition.class);
        String lock = "update " + partitions.table() + " set {claims} = {claims} + 1"
                + " where {id} = ? and {owner} = ? and {claimVersion} = ?";
        String set = " set {state} = 'CLAIMED', {claimToken} = ?, {claimVersion} = ?, {leaseUntil} = ?"
                + " where r.{state} = 'PENDING' and r.{id}";
        String delete = arrays ? "delete from " : "delete r from ";
        return new NativeChanges(
                provider,
                arrays ? Keys.ARRAY : Keys.LIST,
                database.preparation() + partitions.columns(lock),
                names.columns("update " + table + set),
                database.preparation()
                        + names.columns(delete + table + " where r.{holding} = 0 and r.{claimToken} = ? and r.{id}"));
    }

    @Override
    public boolean lock(EntityManager entities, int partitionId, PartitionLease lease) {
        return provider.withConnection(entities, connection -> {
            try (PreparedStatement statement = connection.prepareStatement(lock)) {
                statement.setInt(1, partitionId);
                statement.setString(2, lease.owner());
                statement.setLong(3, lease.version());
                return changedByLast(statement) > 0;
            }
        });
    }

    @Override
    public int stamp(EntityManager entities, List<Long> ids, Stamp written) {
        return change(entities, stamp, ids, statement -> {
            statement.setString(1, written.token());
            statement.setLong(2, written.version());
            statement.setLong(3, written.until());
            return 4;
        });
    }

    @Override
    public int complete(EntityManager entities, List<Long> ids, String token) {
        return change(entities, complete, ids, statement -> {
            statement.setString(1, token);
            return 2;
        });
    }

    /** Of the statements that are sent together the last one counts; none of them returns rows. */
    private static int changedByLast(PreparedStatement statement) throws SQLException {
        statement.execute();
        int last = 0;
        for (int changed = statement.getUpdateCount(); changed >= 0; changed = statement.getUpdateCount()) {
            last = changed;
            statement.getMoreResults();
        }
        return last;
    }

    /** Sets the parameters before the keys, and returns the index of the first key. */
    private interface Parameters {
        int set(PreparedStatement statement) throws SQLException;
    }

    private int change(EntityManager entities, String sql, List<Long> ids, Parameters parameters) {
        return provider.withConnection(entities, connection -> {
            int changed = 0;
            for (List<Long> chunk : Chunks.of(ids)) {
                try (PreparedStatement statement = connection.prepareStatement(sql + keys.condition(chunk))) {
                    keys.set(statement, parameters.set(statement), chunk);
                    changed += changedByLast(statement);
                }
            }
            return changed;
        });
    }
}
