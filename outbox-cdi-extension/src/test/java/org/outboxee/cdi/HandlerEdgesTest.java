package org.outboxee.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.decorator.Decorator;
import jakarta.decorator.Delegate;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Any;
import jakarta.inject.Inject;
import jakarta.inject.Qualifier;
import jakarta.inject.Singleton;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InterceptorBinding;
import jakarta.interceptor.InvocationContext;
import jakarta.transaction.Transactional;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.outboxee.Outbox;
import org.outboxee.OutboxHandler;
import org.outboxee.cdi.testing.Applications;
import org.outboxee.cdi.testing.Configured;

/** Handlers on beans that are not the usual ones. */
class HandlerEdgesTest {

    private static final List<String> HAPPENED = new CopyOnWriteArrayList<>();

    @BeforeEach
    void forget() {
        HAPPENED.clear();
    }

    private static void emit(List<String> expected, Class<?>... beans) {
        try (WeldContainer container = Applications.weld(beans)
                .addExtension(Configured.with("outbox.emit.transaction=auto"))
                .initialize()) {
            container.select(Outbox.class).get().emit("edge", "x");
            await().until(() -> HAPPENED.size() >= expected.size());
        }
        assertThat(HAPPENED).startsWith(expected.get(0)).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void a_final_class_handles() {
        emit(List.of("handled"), FinalClass.class);
    }

    @Test
    void a_final_method_handles() {
        emit(List.of("handled"), FinalMethod.class);
    }

    @Test
    void a_final_class_in_a_transaction_is_refused_by_the_container_which_names_it() {
        assertThatThrownBy(() -> emit(List.of(), FinalInTransaction.class)).hasMessageContaining("FinalInTransaction");
    }

    @Test
    void a_priority_of_the_observer_does_not_matter() {
        emit(List.of("handled"), WithPriority.class);
    }

    @Test
    void interceptors_of_a_handler_run() {
        emit(List.of("intercepted", "handled"), Intercepted.class, Counting.class);
    }

    @Test
    void decorators_of_a_handler_run() {
        emit(List.of("decorated", "handled"), Decorated.class, Decorating.class);
    }

    @Test
    void a_dependent_bean_is_destroyed_after_the_delivery_and_so_is_what_was_injected_into_the_method() {
        emit(List.of("handled", "helper destroyed", "destroyed"), DependentHandler.class, Helper.class);
    }

    @Test
    void a_request_scoped_collaborator_lives_for_one_delivery() {
        emit(List.of("handled by the request", "request destroyed"), UsesRequest.class, OfRequest.class);
    }

    @Test
    void further_qualifiers_are_refused_since_they_would_have_no_effect() {
        assertThatThrownBy(() -> emit(List.of(), Qualified.class))
                .hasMessageContainingAll("OUTBOX-05026", "Qualified#handle", "Urgent", "would have no effect");
    }

    @ApplicationScoped
    static final class FinalClass {
        void handle(@Observes @OutboxHandler("edge") String payload) {
            HAPPENED.add("handled");
        }
    }

    @ApplicationScoped
    static class FinalMethod {
        final void handle(@Observes @OutboxHandler("edge") String payload) {
            HAPPENED.add("handled");
        }
    }

    @Singleton
    static final class FinalInTransaction {
        @Transactional
        void handle(@Observes @OutboxHandler("edge") String payload) {
            HAPPENED.add("handled");
        }
    }

    @ApplicationScoped
    static class WithPriority {
        void handle(@Observes @Priority(1) @OutboxHandler("edge") String payload) {
            HAPPENED.add("handled");
        }
    }

    @InterceptorBinding
    @Retention(RetentionPolicy.RUNTIME)
    @interface Counted {}

    @Counted
    @Interceptor
    @Priority(Interceptor.Priority.APPLICATION)
    static class Counting {
        @AroundInvoke
        Object count(InvocationContext context) throws Exception {
            HAPPENED.add("intercepted");
            return context.proceed();
        }
    }

    @ApplicationScoped
    static class Intercepted {
        @Counted
        void handle(@Observes @OutboxHandler("edge") String payload) {
            HAPPENED.add("handled");
        }
    }

    interface Handling {
        void handle(String payload);
    }

    @ApplicationScoped
    static class Decorated implements Handling {
        @Override
        public void handle(@Observes @OutboxHandler("edge") String payload) {
            HAPPENED.add("handled");
        }
    }

    @Decorator
    @Priority(Interceptor.Priority.APPLICATION)
    static class Decorating implements Handling {
        @Inject
        @Delegate
        @Any
        Handling delegate;

        @Override
        public void handle(String payload) {
            HAPPENED.add("decorated");
            delegate.handle(payload);
        }
    }

    @Dependent
    static class Helper {
        @PreDestroy
        void destroy() {
            HAPPENED.add("helper destroyed");
        }
    }

    @Dependent
    static class DependentHandler {
        void handle(@Observes @OutboxHandler("edge") String payload, Helper helper) {
            HAPPENED.add("handled");
        }

        @PreDestroy
        void destroy() {
            HAPPENED.add("destroyed");
        }
    }

    @RequestScoped
    static class OfRequest {
        void handle() {
            HAPPENED.add("handled by the request");
        }

        @PreDestroy
        void destroy() {
            HAPPENED.add("request destroyed");
        }
    }

    @ApplicationScoped
    static class UsesRequest {
        @Inject
        OfRequest request;

        void handle(@Observes @OutboxHandler("edge") String payload) {
            request.handle();
        }
    }

    @Qualifier
    @Retention(RetentionPolicy.RUNTIME)
    @interface Urgent {}

    @ApplicationScoped
    static class Qualified {
        void handle(@Observes @OutboxHandler("edge") @Urgent String payload) {
            HAPPENED.add("handled");
        }
    }
}
