package org.outboxee.it.exactlyonce;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.outboxee.DeliveryInfo;
import org.outboxee.it.support.OutboxTable;

/** Every handler of this package works here: it leaves its effect and runs the plan of the task. */
@ApplicationScoped
public class Bench {

    /** Lets the relay claim a message again, whoever has claimed it. */
    static final String GIVE_BACK = "update outbox_record set state = 'PENDING', claim_token = null,"
            + " claim_version = null, lease_until = null where message_id = ?";

    @PersistenceContext(unitName = "application")
    EntityManager entities;

    @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
    TransactionSynchronizationRegistry registry;

    @Inject
    OutboxTable table;

    private final Map<String, Plan> plans = new ConcurrentHashMap<>();
    private final Map<String, List<Integer>> attempts = new ConcurrentHashMap<>();

    void plan(String task, Plan plan) {
        plans.put(task, plan);
    }

    /** Handles a task in the transaction of the handler. */
    public void work(Task task, DeliveryInfo info) throws Exception {
        attempts.computeIfAbsent(task.name(), name -> new CopyOnWriteArrayList<>())
                .add(info.attempt());
        leaveEffect(UUID.randomUUID().toString(), info);
        plans.getOrDefault(task.name(), attempt -> {}).run(info.attempt());
    }

    private void leaveEffect(String id, DeliveryInfo info) {
        entities.persist(new Effect(id, info.messageId()));
        entities.flush();
    }

    /** Leaves a row that the database refuses when the commit flushes it. */
    void leaveAnImpossibleEffect() {
        entities.persist(new Effect(UUID.randomUUID().toString(), null));
    }

    /** Marks the transaction of the handler. */
    void doom() {
        registry.setRollbackOnly();
    }

    /** Lets the commit fail in a callback. */
    void refuseCommit() {
        registry.registerInterposedSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                throw new IllegalStateException("refused");
            }

            @Override
            public void afterCompletion(int status) {
                // It has rolled back.
            }
        });
    }

    Meeting newMeeting() {
        return new Meeting(registry);
    }

    /** How many effects of a message are committed. */
    long effects(String messageId) {
        return table.count("select count(*) from Effect where message = ?", messageId);
    }

    /** The attempts to handle a task, by their numbers. */
    List<Integer> attempts(String task) {
        return attempts.getOrDefault(task, List.of());
    }
}
