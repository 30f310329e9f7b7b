package org.outboxee.cdi.internal.runtime;

import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.util.ArrayList;
import java.util.List;

/** References to beans, whose dependent instances live until this is closed. Used by one thread at a time. */
final class BeanReferences implements AutoCloseable {

    private final BeanManager beanManager;
    private final List<CreationalContext<?>> contexts = new ArrayList<>();

    BeanReferences(BeanManager beanManager) {
        this.beanManager = beanManager;
    }

    <T> T get(Bean<?> bean, Class<T> type) {
        CreationalContext<?> context = beanManager.createCreationalContext(bean);
        contexts.add(context);
        return type.cast(beanManager.getReference(bean, type, context));
    }

    <T> List<T> get(List<Bean<?>> beans, Class<T> type) {
        return beans.stream().map(bean -> get(bean, type)).toList();
    }

    @Override
    public void close() {
        contexts.forEach(CreationalContext::release);
        contexts.clear();
    }
}
