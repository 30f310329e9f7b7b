package org.outboxee.cdi.internal.discovery;

import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.ObserverMethod;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.outboxee.OutboxHandler;

/**
 * An observer method that is qualified by {@link OutboxHandler}.
 *
 * @param name the message name
 * @param binding the binding
 * @param observer the observer
 * @param method class and method, for people to read
 * @param parameters the types of all its parameters; empty for an observer that an extension made up
 */
public record HandlerMethod(
        String name, String binding, ObserverMethod<?> observer, String method, List<Type> parameters) {

    static HandlerMethod of(OutboxHandler qualifier, ObserverMethod<?> observer, @Nullable AnnotatedMethod<?> method) {
        String beanClass = observer.getBeanClass().getName();
        if (method == null) {
            return new HandlerMethod(qualifier.value(), qualifier.binding(), observer, beanClass, List.of());
        }
        List<Type> parameters = method.getParameters().stream()
                .map(parameter -> parameter.getBaseType())
                .toList();
        String described = beanClass + "#" + method.getJavaMember().getName();
        return new HandlerMethod(qualifier.value(), qualifier.binding(), observer, described, parameters);
    }

    @Override
    public String toString() {
        return method;
    }
}
