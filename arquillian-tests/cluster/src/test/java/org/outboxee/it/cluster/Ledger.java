package org.outboxee.it.cluster;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The database, and what its tables tell. Safe for any number of threads. */
final class Ledger implements AutoCloseable {

    private final EmbeddedPostgres server;

    /** Starts the server, with the tables of the outbox and of the application. */
    Ledger() throws IOException {
        server = EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofMinutes(1))
                .setServerConfig("listen_addresses", "127.0.0.1")
                .start();
        execute(Application.resource("META-INF/outbox/schema/postgresql/V1__outbox.sql"));
        execute(Application.resource("evidence.sql"));
    }

    String url() {
        return server.getJdbcUrl("postgres", "postgres");
    }

    /** How many partitions each node owns that owns any, in ascending order. */
    List<String> shares() {
        return strings("select count(*) from outbox_partition where owner is not null group by owner order by 1");
    }

    /** The partitions of nodes that do not handle a message name. */
    List<Integer> partitionsOfNodesWithout(String name) {
        return strings(
                        "select p.partition_no from outbox_partition p join outbox_node n on n.id = p.owner"
                                + " where convert_from(n.bindings, 'UTF8') not like ?",
                        "%\"" + name + "\"%")
                .stream()
                .map(Integer::valueOf)
                .toList();
    }

    /** How many messages of this name a server has delivered. */
    long delivered(String server, String name) {
        return count(
                "select count(*) from delivery d join sent s using (message_id)"
                        + " where d.succeeded and d.server = ? and s.name = ?",
                server,
                name);
    }

    /** What a server is delivering. */
    List<String> inDelivery(String server) {
        return strings("select message_id from delivery where ended is null and server = ?", server);
    }

    /** Those of these messages that a server has not delivered. */
    List<String> undelivered(List<String> messageIds, String server) {
        List<String> left = new ArrayList<>(messageIds);
        left.removeAll(strings("select message_id from delivery where succeeded and server = ?", server));
        return left;
    }

    /** Messages of this name that nobody has delivered. */
    List<String> undelivered(String name) {
        return strings(
                "select message_id from sent s where name = ? and not exists"
                        + " (select from delivery d where d.message_id = s.message_id and d.succeeded)",
                name);
    }

    /** What is left in the outbox, by state. */
    List<String> leftInTheOutbox() {
        return strings("select state || ' ' || count(*) from outbox_record group by state");
    }

    /** Deliveries of what no transaction has committed. */
    List<String> phantom() {
        return strings("select message_id from delivery d where not exists"
                + " (select from sent s where s.message_id = d.message_id)");
    }

    /** Messages of an account of which a delivery began before the one before had been delivered. */
    List<String> reordered() {
        return strings("select later from (select s.message_id as later, s.account, min(d.started) as first_start,"
                + " lag(min(d.ended) filter (where d.succeeded)) over (partition by s.account order by s.version) as before"
                + " from sent s left join delivery d using (message_id) where s.account >= 0"
                + " group by s.message_id, s.account, s.version) pairs where first_start < before");
    }

    /** Messages of which two deliveries took place at the same time; one of a killed server until then. */
    List<String> overlapping() {
        return strings("select a.message_id from delivery a join delivery b on a.message_id = b.message_id"
                + " and a.id < b.id where b.started < coalesce(a.ended, a.killed)");
    }

    /** Writes down that a server was killed just now; what it was delivering. */
    List<String> killed(String server) {
        return strings(
                "update delivery set killed = clock_timestamp() where ended is null and server = ? returning message_id",
                server);
    }

    private void execute(String script) {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(script);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private long count(String sql, String... parameters) {
        return Long.parseLong(strings(sql, parameters).get(0));
    }

    private List<String> strings(String sql, String... parameters) {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            List<String> found = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    found.add(result.getString(1));
                }
            }
            return found;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
