package org.outboxee.cdi.internal.discovery;

import jakarta.enterprise.context.ConversationScoped;
import jakarta.enterprise.context.SessionScoped;
import jakarta.enterprise.event.Reception;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.EventMetadata;
import jakarta.enterprise.inject.spi.ObserverMethod;
import java.lang.annotation.Annotation;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.outboxee.OutboxHandler;
import org.outboxee.cdi.internal.config.Problems;
import org.outboxee.spi.Bindings;
import org.outboxee.spi.MessageLimits;

/** What a handler must be like, see the Javadoc of {@link org.outboxee.OutboxHandler}. */
final class HandlerRules {

    /** Their contexts belong to a browser's requests; there is none in a delivery. */
    private static final Set<Class<? extends Annotation>> SCOPES_OF_A_USER =
            Set.of(SessionScoped.class, ConversationScoped.class);

    private final Problems problems;
    private final TransactionBoundary boundary;

    HandlerRules(Problems problems, BeanManager beanManager) {
        this.problems = problems;
        this.boundary = new TransactionBoundary(beanManager);
    }

    void check(List<HandlerMethod> handlers) {
        handlers.forEach(this::check);
        Map<List<String>, HandlerMethod> first = new HashMap<>();
        for (HandlerMethod handler : handlers) {
            HandlerMethod other = first.putIfAbsent(List.of(handler.name(), handler.binding()), handler);
            if (other != null) {
                problems.add(
                        "OUTBOX-05015",
                        handler + " and " + other + " both handle \"" + handler.name() + "\" with the binding \""
                                + handler.binding() + "\"; give one of them another: @OutboxHandler(value = \""
                                + handler.name() + "\", binding = \"...\")");
            }
        }
    }

    private void check(HandlerMethod handler) {
        checkNames(handler);
        checkObserver(handler, handler.observer());
        checkType(handler, handler.observer().getObservedType());
        checkTransaction(handler);
        // An InjectionPoint parameter is refused by the container itself.
        if (handler.parameters().contains(EventMetadata.class)) {
            problems.add(
                    "OUTBOX-05014",
                    handler + " has a parameter of type EventMetadata; there is none, since nobody fires an event. Use"
                            + " DeliveryInfo for what is known about a delivery");
        }
    }

    private void checkNames(HandlerMethod handler) {
        int maxName = MessageLimits.DEFAULT.name();
        if (handler.name().isBlank() || handler.name().length() > maxName) {
            problems.add(
                    "OUTBOX-05016",
                    handler + " handles the message name \"" + handler.name() + "\"; allowed are 1 to " + maxName
                            + " characters, not blank");
        }
        if (handler.binding().isBlank() || handler.binding().length() > MessageLimits.BINDING) {
            problems.add(
                    "OUTBOX-05017",
                    handler + " has the binding \"" + handler.binding() + "\"; allowed are 1 to "
                            + MessageLimits.BINDING + " characters, not blank");
        }
        if (handler.binding().equals(Bindings.UNBOUND)) {
            problems.add(
                    "OUTBOX-05017",
                    handler
                            + " has the binding \"*\", which is reserved for messages without a handler; choose a name");
        }
    }

    private void checkObserver(HandlerMethod handler, ObserverMethod<?> observer) {
        if (observer.isAsync()) {
            problems.add(
                    "OUTBOX-05011",
                    handler + " is @ObservesAsync; use @Observes: deliveries run on a thread of their own anyway, and"
                            + " their success must be known when the method returns");
        }
        if (observer.getTransactionPhase() != TransactionPhase.IN_PROGRESS) {
            problems.add(
                    "OUTBOX-05012",
                    handler + " observes during = " + observer.getTransactionPhase()
                            + "; a delivery has no transaction to wait for, allowed is IN_PROGRESS (the default)");
        }
        if (observer.getReception() != Reception.ALWAYS) {
            problems.add(
                    "OUTBOX-05018",
                    handler + " has notifyObserver = " + observer.getReception()
                            + "; messages would be lost while its bean does not exist, allowed is ALWAYS (the default)");
        }
        Set<Annotation> others = new HashSet<>(observer.getObservedQualifiers());
        others.removeIf(qualifier -> qualifier instanceof OutboxHandler
                || qualifier.annotationType() == Any.class
                || qualifier.annotationType() == Default.class);
        if (!others.isEmpty()) {
            problems.add(
                    "OUTBOX-05026",
                    handler + " has the qualifiers " + others
                            + " beside @OutboxHandler; they would have no effect, since"
                            + " messages have a name and no qualifiers. Remove them, or handle another name");
        }
        Bean<?> bean = observer.getDeclaringBean();
        if (bean != null && SCOPES_OF_A_USER.contains(bean.getScope())) {
            problems.add(
                    "OUTBOX-05019",
                    handler + " is in a @" + bean.getScope().getSimpleName()
                            + " bean; a delivery has no such context. Move the handler to an @ApplicationScoped bean");
        }
    }

    private void checkTransaction(HandlerMethod handler) {
        if (handler.transactional()) {
            handler.annotated()
                    .flatMap(method -> boundary.of(method, handler.observer().getBeanClass()))
                    .ifPresent(leaving -> problems.add(
                            "OUTBOX-05020",
                            handler + " is transactional, but " + leaving + " takes it out of the transaction in which"
                                    + " its message completes; remove transactional = true, or " + leaving));
        }
    }

    private void checkType(HandlerMethod handler, Type type) {
        String wrong = whatIsWrongWith(type);
        if (wrong != null) {
            problems.add(
                    "OUTBOX-05013",
                    handler + " has the event type " + type.getTypeName() + ", " + wrong + "; the payload is decoded to"
                            + " this type, so it must be a class, record or fully specified parameterized type");
        }
    }

    private static @Nullable String whatIsWrongWith(Type type) {
        if (type == Object.class) {
            return "which says nothing about the payload";
        }
        return isSpecified(type) ? null : "which has a type variable or wildcard";
    }

    private static boolean isSpecified(Type type) {
        if (type instanceof ParameterizedType parameterized) {
            return Arrays.stream(parameterized.getActualTypeArguments()).allMatch(HandlerRules::isSpecified);
        }
        if (type instanceof GenericArrayType array) {
            return isSpecified(array.getGenericComponentType());
        }
        return type instanceof Class;
    }
}
