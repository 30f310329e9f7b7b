package org.outboxee.cdi.testing;

import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.spi.NamingManager;
import org.glassfish.concurro.AbstractManagedExecutorService.RejectPolicy;
import org.glassfish.concurro.ContextServiceImpl;
import org.glassfish.concurro.ManagedExecutorServiceImpl;
import org.glassfish.concurro.ManagedScheduledExecutorServiceImpl;
import org.glassfish.concurro.ManagedThreadFactoryImpl;

/** The services that a server has under {@code java:comp}: real ones, one set for the JVM as in a server. */
public final class Server {

    private static final Map<String, Object> NAMES = new ConcurrentHashMap<>();

    static {
        // It would open a port, for recovery of other processes' transactions.
        arjPropertyManager.getCoordinatorEnvironmentBean().setTransactionStatusManagerEnable(false);
    }

    /** Narayana. */
    public static final TransactionManager TRANSACTIONS = com.arjuna.ats.jta.TransactionManager.transactionManager();

    /** The same for applications. */
    public static final UserTransaction USER_TRANSACTION = com.arjuna.ats.jta.UserTransaction.userTransaction();

    /** The same for integrations. */
    public static final TransactionSynchronizationRegistry REGISTRY = new TransactionSynchronizationRegistryImple();

    private Server() {}

    /** Starts it, if it is not there yet. */
    public static synchronized void start() {
        if (!NAMES.isEmpty()) {
            return;
        }
        ContextServiceImpl contexts = new ContextServiceImpl("contexts", new CallerContext());
        ManagedThreadFactoryImpl threads = new ManagedThreadFactoryImpl("managed", contexts);
        bind("java:comp/DefaultContextService", contexts);
        bind("java:comp/DefaultManagedThreadFactory", threads);
        bind(
                "java:comp/DefaultManagedExecutorService",
                new ManagedExecutorServiceImpl(
                                "executor",
                                threads,
                                0,
                                false,
                                8,
                                8,
                                1,
                                TimeUnit.MINUTES,
                                0,
                                100,
                                contexts,
                                RejectPolicy.ABORT)
                        .getAdapter());
        bind(
                "java:comp/DefaultManagedScheduledExecutorService",
                new ManagedScheduledExecutorServiceImpl(
                                "scheduler", threads, 0, false, 4, 1, TimeUnit.MINUTES, 0, contexts, RejectPolicy.ABORT)
                        .getAdapter());
        bind("java:comp/TransactionSynchronizationRegistry", REGISTRY);
        bind("java:comp/UserTransaction", USER_TRANSACTION);
        bind("java:/TransactionManager", TRANSACTIONS); // Narayana's interceptors
        Context context = (Context) Proxy.newProxyInstance(
                Server.class.getClassLoader(), new Class<?>[] {Context.class}, (proxy, method, arguments) -> {
                    return switch (method.getName()) {
                        case "lookup" -> lookup(arguments[0].toString());
                        case "close" -> null;
                        default -> throw new NamingException(method.getName());
                    };
                });
        try {
            NamingManager.setInitialContextFactoryBuilder(environment -> settings -> context);
        } catch (NamingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Binds something. */
    public static void bind(String name, Object service) {
        NAMES.put(name, service);
    }

    private static Object lookup(String name) throws NamingException {
        Object found = NAMES.get(name);
        if (found == null) {
            throw new NameNotFoundException(name);
        }
        return found;
    }
}
