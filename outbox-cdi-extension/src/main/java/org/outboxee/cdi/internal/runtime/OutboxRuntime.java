package org.outboxee.cdi.internal.runtime;

import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.BeforeDestroyed;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Shutdown;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.outboxee.OutboxException;
import org.outboxee.cdi.internal.config.OutboxConfig;
import org.outboxee.cdi.internal.discovery.Deployment;
import org.outboxee.relay.RelayStatus;
import org.outboxee.spi.OutboxStoreException;

/**
 * The life of the outbox. It is opened by its first use, which may be an emit before the application has started,
 * starts to deliver late in {@code Startup}, when the application's own start is done, and ends first of all in
 * {@code Shutdown}, while everything that handlers use still works.
 *
 * <p>A store that does not answer at the start, such as a database that is down, does not keep the application from
 * starting: the start is tried again until it answers. A store that is not as it must be does.
 *
 * <p>Safe for concurrent use; start and stop are idempotent.
 */
@ApplicationScoped
public class OutboxRuntime {

    private static final Logger LOG = System.getLogger("org.outboxee.cdi");

    @Inject
    Deployment deployment;

    @Inject
    Assembly assembly;

    private final Object lock = new Object();
    private volatile @Nullable OpenOutbox outbox;
    private final StartAttempts attempts = new StartAttempts();
    private boolean started;
    private boolean stopping;

    /**
     * The outbox, opened if need be.
     *
     * @throws OutboxException if it cannot be opened, or has stopped
     */
    public OpenOutbox opened() {
        OpenOutbox open = outbox;
        if (open != null) {
            return open;
        }
        synchronized (lock) {
            if (outbox == null) {
                if (stopping) {
                    throw new OutboxException(
                            "OUTBOX-05052", "The outbox has stopped with the application; nothing can be emitted");
                }
                outbox = assembly.open();
            }
            return outbox;
        }
    }

    /** How the relay is at the moment; empty while there is none. Opens nothing. */
    public Optional<RelayStatus> status() {
        OpenOutbox open = outbox;
        return open == null ? Optional.empty() : Optional.of(open.relay().status());
    }

    void start(@Observes @Priority(Interceptor.Priority.PLATFORM_AFTER + 500) Startup event) {
        start();
    }

    private void start() {
        synchronized (lock) {
            if (started || stopping) {
                return;
            }
            OutboxConfig config = deployment.config();
            OpenOutbox open;
            try {
                open = opened();
            } catch (OutboxStoreException e) {
                attempts.again(config, this::start, e);
                return;
            }
            open.start();
            started = true;
            LOG.log(
                    Level.INFO,
                    "OUTBOX-05041: Outbox " + config.name() + " started: store " + open.storeName() + ", "
                            + config.partitions() + " partitions, "
                            + deployment.handlers().size() + " handlers, "
                            + config.relay().workers() + " workers");
        }
    }

    void stop(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) Shutdown event) {
        stop();
    }

    void stopLate(
            @Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) @BeforeDestroyed(ApplicationScoped.class)
                    Object event) {
        stop();
    }

    /** The last occasion, for a deployment that failed half-way. */
    @PreDestroy
    void stop() {
        OpenOutbox open;
        synchronized (lock) {
            if (stopping) {
                return;
            }
            stopping = true;
            attempts.end();
            open = outbox;
        }
        if (open == null) {
            return;
        }
        try {
            open.relay().stop(); // handlers that finish in it may still emit
        } finally {
            outbox = null;
            open.closer().close();
        }
        LOG.log(Level.INFO, "OUTBOX-05042: Outbox " + deployment.config().name() + " stopped");
    }
}
