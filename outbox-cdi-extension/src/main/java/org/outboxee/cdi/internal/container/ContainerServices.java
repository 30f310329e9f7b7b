package org.outboxee.cdi.internal.container;

import jakarta.enterprise.concurrent.ContextService;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.outboxee.OutboxConfigurationException;

/**
 * What the container offers by JNDI. To be asked on threads of the application or of its managed executors; every
 * method throws {@link OutboxConfigurationException} if the name is not bound, or to something else.
 */
public final class ContainerServices {

    private ContainerServices() {}

    /** The transactions, for integrations. */
    public static TransactionSynchronizationRegistry transactions() {
        return lookup("java:comp/TransactionSynchronizationRegistry", TransactionSynchronizationRegistry.class);
    }

    /** The transactions, as applications see them. */
    public static UserTransaction userTransaction() {
        return lookup("java:comp/UserTransaction", UserTransaction.class);
    }

    /** What captures the context of a thread. */
    public static ContextService contextService() {
        return lookup("java:comp/DefaultContextService", ContextService.class);
    }

    /** A managed executor. */
    public static ManagedExecutorService executor(String jndiName) {
        return lookup(jndiName, ManagedExecutorService.class);
    }

    /** A managed executor with timers. */
    public static ManagedScheduledExecutorService scheduledExecutor(String jndiName) {
        return lookup(jndiName, ManagedScheduledExecutorService.class);
    }

    /** What makes threads that the container knows. */
    public static ManagedThreadFactory threadFactory(String jndiName) {
        return lookup(jndiName, ManagedThreadFactory.class);
    }

    @SuppressWarnings("BanJNDI") // The container's own namespace, under names that only the deployer sets.
    private static <T> T lookup(String name, Class<T> type) {
        Object found;
        try {
            found = InitialContext.<Object>doLookup(name);
        } catch (NamingException e) {
            throw new OutboxConfigurationException(
                    "OUTBOX-05043",
                    "The container has no " + type.getSimpleName() + " under " + name + "; the outbox needs one",
                    e);
        }
        if (!type.isInstance(found)) {
            throw new OutboxConfigurationException(
                    "OUTBOX-05043",
                    "The container has a " + found.getClass().getName() + " under " + name + "; the outbox needs a "
                            + type.getName());
        }
        return type.cast(found);
    }
}
