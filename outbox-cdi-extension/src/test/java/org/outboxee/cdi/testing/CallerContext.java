package org.outboxee.cdi.testing;

import jakarta.enterprise.concurrent.ContextService;
import java.io.Serial;
import java.util.Map;
import org.glassfish.concurro.spi.ContextHandle;
import org.glassfish.concurro.spi.ContextSetupProvider;
import org.jspecify.annotations.Nullable;

/** What a server propagates from the thread that submits a task: here a caller's identity, and the class loader. */
public final class CallerContext implements ContextSetupProvider {

    @Serial
    private static final long serialVersionUID = 1L;

    private static final ThreadLocal<@Nullable String> IDENTITY = new ThreadLocal<>();

    /** Who the calling thread works for, {@code null} for nobody. */
    public static @Nullable String identity() {
        return IDENTITY.get();
    }

    /** Makes the calling thread work for a caller. */
    public static void become(@Nullable String identity) {
        if (identity == null) {
            IDENTITY.remove();
        } else {
            IDENTITY.set(identity);
        }
    }

    private static final class Saved implements ContextHandle {
        @Serial
        private static final long serialVersionUID = 1L;

        private final @Nullable String identity = IDENTITY.get();
        private final transient ClassLoader loader = Thread.currentThread().getContextClassLoader();
    }

    @Override
    public ContextHandle saveContext(ContextService service) {
        return new Saved();
    }

    @Override
    public ContextHandle saveContext(ContextService service, @Nullable Map<String, String> properties) {
        return new Saved();
    }

    @Override
    public ContextHandle setup(ContextHandle handle) {
        Saved before = new Saved();
        install((Saved) handle);
        return before;
    }

    @Override
    public void reset(ContextHandle handle) {
        install((Saved) handle);
    }

    private static void install(Saved saved) {
        become(saved.identity);
        Thread.currentThread().setContextClassLoader(saved.loader);
    }
}
