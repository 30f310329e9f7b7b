package org.outboxee.cdi.testing;

import jakarta.inject.Singleton;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.outboxee.memory.MemoryBackend;
import org.outboxee.spi.Appender;
import org.outboxee.spi.OutboxBackend;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.PartitionLeases;
import org.outboxee.spi.StoreContext;
import org.outboxee.spi.StoreProvider;

/** The memory store, whose leases fail when a test says so, as those of a database that is down. */
@Singleton
public class FailingLeases implements StoreProvider {

    /** Whether they fail. */
    public volatile boolean failing;

    @Override
    public String name() {
        return "failing";
    }

    @Override
    public OutboxBackend open(StoreContext context) {
        OutboxBackend memory = new MemoryBackend(context);
        PartitionLeases leases = (PartitionLeases) Proxy.newProxyInstance(
                FailingLeases.class.getClassLoader(),
                new Class<?>[] {PartitionLeases.class},
                (proxy, method, arguments) -> {
                    if (failing) {
                        throw new OutboxStoreException("TEST-00001", "the database is down", null);
                    }
                    try {
                        return method.invoke(memory.leases(), arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        return new OutboxBackend() {
            @Override
            public Appender appender() {
                return memory.appender();
            }

            @Override
            public OutboxStore store() {
                return memory.store();
            }

            @Override
            public PartitionLeases leases() {
                return leases;
            }

            @Override
            public void close() {
                memory.close();
            }
        };
    }
}
