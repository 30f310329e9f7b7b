package org.outboxee.cdi.internal.runtime;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Typed;
import jakarta.inject.Inject;
import org.outboxee.EmitOptions;
import org.outboxee.Outbox;

/** What is injected as {@link Outbox}. */
@ApplicationScoped
@Typed(Outbox.class)
public class OutboxBean implements Outbox {

    @Inject
    OutboxRuntime runtime;

    @Override
    public String emit(String name, Object payload) {
        return runtime.opened().emitter().emit(name, payload);
    }

    @Override
    public String emit(String name, Object payload, EmitOptions options) {
        return runtime.opened().emitter().emit(name, payload, options);
    }
}
