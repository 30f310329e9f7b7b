package org.outboxee.jpa.order;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.outboxee.jpa.testing.TestDatabase;
import org.outboxee.jpa.testing.TestDatabase.Kind;

/** The database of a shop: accounts, one for each ordering key, entries, and an outbox. Closing it closes its nodes. */
final class Shop implements AutoCloseable {

    /** Fewer than there are keys, so that keys share counters and transactions need several. */
    static final int PARTITIONS = 4;

    private final Kind kind;
    private final TestDatabase database;
    private final List<Node> nodes = new ArrayList<>();
    private final long deadlocksBefore;

    Shop(Kind kind, int accounts) {
        this.kind = kind;
        database = new TestDatabase(kind, 1);
        database.execute(
                "create table account (id integer not null primary key, version bigint not null)",
                "create table entry (id bigint not null primary key)");
        database.execute(IntStream.range(0, accounts)
                .mapToObj(id -> "insert into account values (" + id + ", 0)")
                .toArray(String[]::new));
        deadlocksBefore = deadlocksOfServer();
    }

    Kind kind() {
        return kind;
    }

    /** Starts a node with a pool of its own. */
    Node node(int connections) {
        return node(connections, "");
    }

    /**
     * Starts a node with a pool of its own.
     *
     * @param sessionSql runs on each new connection
     */
    Node node(int connections, String sessionSql) {
        Node node = new Node(database.openPool(connections, sessionSql));
        nodes.add(node);
        return node;
    }

    /** The ids of the entries, ascending. */
    List<Long> entries() {
        return database.query("select id from entry order by id").stream()
                .map(Long::valueOf)
                .toList();
    }

    /** The rows of a query. */
    List<String> query(String sql) {
        return database.query(sql);
    }

    /** Deadlocks that the server has resolved; 0 where it does not count them. */
    long deadlocks() {
        return deadlocksOfServer() - deadlocksBefore;
    }

    /** What the server says of the last one; empty where it does not. */
    String lastDeadlock() {
        if (kind != Kind.MARIADB || deadlocks() == 0) {
            return "";
        }
        String status = database.query("show engine innodb status").get(0);
        int from = status.indexOf("LATEST DETECTED DEADLOCK");
        return status.substring(from, status.indexOf("TRANSACTIONS\n---", from));
    }

    private long deadlocksOfServer() {
        return switch (kind) {
            case POSTGRESQL ->
                Long.parseLong(
                        database.query("select deadlocks from pg_stat_database where datname = current_database()")
                                .get(0));
            case MARIADB ->
                Long.parseLong(database.query("select variable_value from information_schema.global_status"
                                + " where variable_name = 'INNODB_DEADLOCKS'")
                        .get(0));
            case H2, SQLITE -> 0;
        };
    }

    /** Ends the nodes, as a stop of the application does. */
    void stopNodes() {
        nodes.forEach(Node::close);
        nodes.clear();
    }

    @Override
    public void close() {
        stopNodes();
        database.close();
    }
}
