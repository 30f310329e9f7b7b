package org.outboxee.benchmarks.floor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Claims, delivers and deletes, partition by partition, on one connection.
 *
 * @param share which share of the partitions is its own
 * @param shares how many shares there are
 */
record DrainLoop(DataSource pool, int share, int shares, int batch, Consumer<String> handler, AtomicBoolean ended)
        implements Callable<Integer> {

    private static final long LEASE = TimeUnit.MINUTES.toMillis(5);
    private static final long PAUSE = 10;

    /** What a handler is given. */
    private record Claimed(
            long id,
            long seq,
            String messageId,
            String name,
            @Nullable String key,
            long createdAt,
            int attempts,
            byte @Nullable [] headers,
            byte[] payload) {}

    @Override
    public Integer call() throws SQLException, InterruptedException {
        int delivered = 0;
        try (Connection connection = pool.getConnection();
                PreparedStatement claim = connection.prepareStatement(FloorSql.CLAIM);
                PreparedStatement delete = connection.prepareStatement(FloorSql.DELETE)) {
            while (!ended.get()) {
                int round = 0;
                for (int partition = share; partition < FloorOutbox.PARTITIONS; partition += shares) {
                    round += ended.get() ? 0 : drain(connection, claim, delete, partition);
                }
                delivered += round;
                if (round == 0) {
                    TimeUnit.MILLISECONDS.sleep(PAUSE);
                }
            }
        }
        return delivered;
    }

    /** Each statement is a transaction of its own: the claim is durable before anything is delivered. */
    private int drain(Connection connection, PreparedStatement claim, PreparedStatement delete, int partition)
            throws SQLException {
        String token = UUID.randomUUID().toString().replace("-", "");
        claim.setString(1, token);
        claim.setLong(2, System.currentTimeMillis() + LEASE);
        claim.setInt(3, partition);
        claim.setInt(4, batch);
        List<Claimed> claimed = new ArrayList<>();
        try (ResultSet rows = claim.executeQuery()) {
            while (rows.next()) {
                claimed.add(read(rows));
            }
        }
        if (claimed.isEmpty()) {
            return 0;
        }
        claimed.sort(Comparator.comparingLong(Claimed::createdAt).thenComparingLong(Claimed::seq));
        claimed.forEach(record -> handler.accept(new String(record.payload(), UTF_8)));
        delete.setArray(
                1,
                connection.createArrayOf(
                        "bigint", claimed.stream().map(Claimed::id).toArray()));
        delete.setString(2, token);
        if (delete.executeUpdate() != claimed.size()) {
            throw new IllegalStateException("A claim was lost");
        }
        return claimed.size();
    }

    private static Claimed read(ResultSet rows) throws SQLException {
        return new Claimed(
                rows.getLong(1),
                rows.getLong(2),
                rows.getString(3),
                rows.getString(4),
                rows.getString(5),
                rows.getLong(6),
                rows.getInt(7),
                rows.getBytes(8),
                rows.getBytes(9));
    }
}
