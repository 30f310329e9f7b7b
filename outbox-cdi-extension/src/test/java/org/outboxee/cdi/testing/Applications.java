package org.outboxee.cdi.testing;

import com.arjuna.ats.jta.cdi.TransactionExtension;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.junit5.WeldInitiator;
import org.outboxee.cdi.OutboxExtension;
import org.outboxee.memory.MemoryStoreProvider;

/** Applications with the extension, JTA and the memory store. */
public final class Applications {

    private Applications() {}

    /** An application with these beans and default settings. */
    public static WeldInitiator of(Class<?>... beans) {
        return WeldInitiator.of(weld(beans));
    }

    /** An application with these beans. */
    public static WeldInitiator of(Configured settings, Class<?>... beans) {
        return WeldInitiator.of(weld(beans).addExtension(settings));
    }

    /** A container to start by hand. */
    public static Weld weld(Class<?>... beans) {
        return withoutStore(beans).addBeanClass(MemoryStoreProvider.class);
    }

    /** A container without a store. */
    public static Weld withoutStore(Class<?>... beans) {
        Server.start();
        return WeldInitiator.createWeld()
                .addExtension(new OutboxExtension())
                .addExtension(new TransactionExtension()) // Narayana's @Transactional
                .addBeanClasses(beans);
    }
}
