package org.outboxee.jpa.testing;

import jakarta.persistence.PostPersist;
import jakarta.persistence.PreUpdate;
import java.util.concurrent.atomic.AtomicInteger;

/** Does what a test wants when the provider writes a purchase, and counts how often it is asked. */
public class PurchaseListener {

    private static volatile Runnable action = () -> {};
    private static final AtomicInteger UPDATES = new AtomicInteger();

    /** Sets what to do; counts from zero. */
    public static void onWrite(Runnable newAction) {
        action = newAction;
        UPDATES.set(0);
    }

    /** How often an update was announced. */
    public static int updates() {
        return UPDATES.get();
    }

    @PostPersist
    void persisted(Purchase purchase) {
        action.run();
    }

    @PreUpdate
    void updating(Purchase purchase) {
        UPDATES.incrementAndGet();
        action.run();
    }
}
