package org.outboxee.cdi.internal.runtime;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Typed;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Set;
import org.outboxee.EmitOptions;
import org.outboxee.spi.MessageFactory;
import org.outboxee.spi.OutboxMessage;

/** What is injected as {@link MessageFactory}. */
@ApplicationScoped
@Typed(MessageFactory.class)
public class MessageFactoryBean implements MessageFactory {

    @Inject
    OutboxRuntime runtime;

    @Override
    public OutboxMessage create(String name, Object payload, EmitOptions options) {
        return runtime.opened().emitter().create(name, payload, options);
    }

    @Override
    public void committed(List<OutboxMessage> messages, Set<Integer> partitions) {
        runtime.opened().emitter().committed(messages, partitions);
    }
}
