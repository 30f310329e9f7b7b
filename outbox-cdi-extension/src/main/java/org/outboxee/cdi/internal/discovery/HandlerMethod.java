package org.outboxee.cdi.internal.discovery;

import jakarta.enterprise.inject.spi.Annotated;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.ObserverMethod;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.outboxee.OutboxHandler;

/**
 * An observer method that is qualified by {@link OutboxHandler}.
 *
 * @param qualifier what it handles and how
 * @param observer the observer
 * @param annotated the method; empty for an observer that an extension made up
 */
public record HandlerMethod(
        OutboxHandler qualifier, ObserverMethod<?> observer, Optional<AnnotatedMethod<?>> annotated) {

    /** The message name. */
    public String name() {
        return qualifier.value();
    }

    /** The binding. */
    public String binding() {
        return qualifier.binding();
    }

    /** Whether its messages complete in its own transaction. */
    public boolean transactional() {
        return qualifier.transactional();
    }

    /** The types of all its parameters, if they are known. */
    List<Type> parameters() {
        return annotated.stream()
                .flatMap(method -> method.getParameters().stream())
                .map(Annotated::getBaseType)
                .toList();
    }

    static HandlerMethod of(OutboxHandler qualifier, ObserverMethod<?> observer, @Nullable AnnotatedMethod<?> method) {
        return new HandlerMethod(qualifier, observer, Optional.ofNullable(method));
    }

    /** Class and method, for people to read. */
    @Override
    public String toString() {
        String beanClass = observer.getBeanClass().getName();
        return annotated
                .map(method -> beanClass + "#" + method.getJavaMember().getName())
                .orElse(beanClass);
    }
}
