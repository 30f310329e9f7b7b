package org.outboxee.cdi.internal.discovery;

import jakarta.enterprise.inject.spi.Annotated;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.configurator.AnnotatedTypeConfigurator;
import jakarta.transaction.Transactional;
import java.lang.annotation.Annotation;
import java.util.Collection;
import java.util.Set;
import org.outboxee.OutboxHandler;
import org.outboxee.cdi.internal.delivery.HandlerInTransaction;

/** Finds the handlers that the container runs in a transaction, and binds the interceptor that watches over its end. */
public final class TransactionalHandlers {

    /** By name, since a server need not have enterprise beans. Their transactions are the default. */
    private static final Set<String> SESSION_BEANS =
            Set.of("jakarta.ejb.Stateless", "jakarta.ejb.Stateful", "jakarta.ejb.Singleton");

    private TransactionalHandlers() {}

    /**
     * Adds the interceptor to handlers in a transaction, and to no others: an intercepted class must be one that can be
     * subclassed, which handlers need not be.
     */
    public static <T> void intercept(AnnotatedTypeConfigurator<T> configurator, BeanManager beanManager) {
        AnnotatedType<T> type = configurator.getAnnotated();
        boolean ofType = isTransactional(type.getAnnotations(), beanManager);
        configurator
                .filterMethods(method ->
                        isHandler(method) && (ofType || isTransactional(method.getAnnotations(), beanManager)))
                .forEach(method -> method.add(HandlerInTransaction.Literal.INSTANCE));
    }

    private static boolean isHandler(AnnotatedMethod<?> method) {
        return method.getParameters().stream().anyMatch(TransactionalHandlers::isMessage);
    }

    private static boolean isMessage(Annotated parameter) {
        return parameter.isAnnotationPresent(OutboxHandler.class);
    }

    private static boolean isTransactional(Collection<Annotation> annotations, BeanManager beanManager) {
        return annotations.stream()
                .map(Annotation::annotationType)
                .anyMatch(type -> type == Transactional.class
                        || SESSION_BEANS.contains(type.getName())
                        || (beanManager.isStereotype(type)
                                && isTransactional(beanManager.getStereotypeDefinition(type), beanManager)));
    }
}
