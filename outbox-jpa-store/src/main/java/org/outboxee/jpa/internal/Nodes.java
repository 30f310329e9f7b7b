package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.List;
import org.outboxee.jpa.OutboxNode;
import org.outboxee.spi.NodeBeat;
import org.outboxee.spi.NodeInfo;

/**
 * The rows of the nodes of an outbox, in the transaction of a caller. A row is changed by its own node alone, as long
 * as that lives, so a heartbeat waits for nobody. Safe for any number of threads.
 */
final class Nodes {

    private static final String BEAT = "update OutboxNode n set n.beat = :beat, n.leaving = :leaving where n.id = :id";

    private static final String LAST_START =
            "select coalesce(max(n.started), 0) from OutboxNode n where n.outboxName = :name";

    private static final String LIST = "select n.id, n.leaseMillis, n.drainMillis, n.leaving, n.bindings, n.started,"
            + " n.beat"
            + " from OutboxNode n where n.outboxName = :name order by n.started, n.id";

    private static final String LEAVE = "delete from OutboxNode n where n.id = :id";

    private static final String BURY = "delete from OutboxNode n where n.id = :id and n.beat = :beat";

    private static final String KNOWN = "select n.id from OutboxNode n where n.id = :id";

    private final Database database;
    private final String outboxName;
    private final HandledJson json = new HandledJson();

    Nodes(Database database, String outboxName) {
        this.database = database;
        this.outboxName = outboxName;
    }

    /**
     * The first statement writes: a single writer must not have read before. But where a row that is missing is locked
     * by that, nodes that start at once would be each other's deadlocks.
     */
    void beat(EntityManager entities, NodeInfo node, long number) {
        int leaving = node.leaving() ? 1 : 0;
        boolean known = !database.locksMissingRows() || isKnown(entities, node);
        int changed = !known
                ? 0
                : entities.createQuery(BEAT)
                        .setParameter("beat", number)
                        .setParameter("leaving", leaving)
                        .setParameter("id", node.incarnation())
                        .executeUpdate();
        if (changed == 0) {
            long last = entities.createQuery(LAST_START, Long.class)
                    .setParameter("name", outboxName)
                    .getSingleResult();
            entities.persist(new OutboxNode(
                    node.incarnation(),
                    outboxName,
                    last + 1,
                    number,
                    node.lease().toMillis(),
                    node.drain().toMillis(),
                    leaving,
                    json.encode(node.handled())));
        }
    }

    private static boolean isKnown(EntityManager entities, NodeInfo node) {
        return !entities.createQuery(KNOWN, String.class)
                .setParameter("id", node.incarnation())
                .getResultList()
                .isEmpty();
    }

    List<NodeBeat> list(EntityManager entities) {
        return entities.createQuery(LIST, Object[].class)
                .setParameter("name", outboxName)
                .getResultStream()
                .map(this::node)
                .toList();
    }

    private NodeBeat node(Object[] row) {
        NodeInfo node = new NodeInfo(
                (String) row[0],
                Duration.ofMillis((Long) row[1]),
                Duration.ofMillis((Long) row[2]),
                (Integer) row[3] != 0,
                json.decode((byte[]) row[4]));
        return new NodeBeat(node, (Long) row[5], (Long) row[6]);
    }

    static void leave(EntityManager entities, String incarnation) {
        entities.createQuery(LEAVE).setParameter("id", incarnation).executeUpdate();
    }

    static boolean bury(EntityManager entities, NodeBeat dead) {
        return entities.createQuery(BURY)
                        .setParameter("id", dead.node().incarnation())
                        .setParameter("beat", dead.beat())
                        .executeUpdate()
                > 0;
    }
}
