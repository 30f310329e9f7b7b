package org.outboxee.cdi.internal.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ejb.EJBException;
import jakarta.ejb.EJBTransactionRolledbackException;
import jakarta.enterprise.event.ObserverException;
import jakarta.transaction.TransactionalException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.outboxee.PermanentFailureException;
import org.outboxee.RetryAfterException;

class ApplicationExceptionTest {

    private static Stream<Named<Function<Exception, Throwable>>> wrappers() {
        return Stream.of(
                Named.of("nothing", e -> e),
                Named.of("ObserverException", ObserverException::new),
                Named.of("TransactionalException", e -> new TransactionalException("managed bean", e)),
                Named.of("EJBException", EJBException::new),
                Named.of("a derived EJBException", e -> new EJBTransactionRolledbackException("rolled back", e)),
                Named.of("InvocationTargetException", InvocationTargetException::new),
                Named.of("UndeclaredThrowableException", UndeclaredThrowableException::new),
                Named.of("CompletionException", CompletionException::new),
                Named.of("ExecutionException", ExecutionException::new),
                Named.of(
                        "three of them",
                        e -> new EJBException(
                                new InvocationTargetException(new TransactionalException("managed bean", e)))));
    }

    private static Stream<Exception> thrown() {
        return Stream.of(
                new RetryAfterException(Duration.ofMinutes(1), "rate limit"),
                new PermanentFailureException("no such address"),
                new IOException("checked"),
                new IllegalStateException("with a cause of its own", new IOException("connection reset")),
                new InterruptedException());
    }

    private static Stream<Arguments> table() {
        return wrappers().flatMap(wrapper -> thrown().map(thrown -> Arguments.of(wrapper, thrown)));
    }

    @ParameterizedTest(name = "{1} in {0}")
    @MethodSource("table")
    void what_the_application_threw_is_found(Function<Exception, Throwable> wrapper, Exception thrown) {
        assertThat(ApplicationException.in(wrapper.apply(thrown))).isSameAs(thrown);
    }

    @Test
    void a_wrapper_without_a_cause_is_what_there_is() {
        EJBException empty = new EJBException("the container's own");
        assertThat(ApplicationException.in(empty)).isSameAs(empty);
        assertThat(ApplicationException.in(new ObserverException(empty))).isSameAs(empty);
    }

    @Test
    void an_exception_that_the_application_chose_to_wrap_stays_wrapped() {
        RuntimeException chosen = new IllegalStateException(new PermanentFailureException("inside"));
        assertThat(ApplicationException.in(new ObserverException(chosen))).isSameAs(chosen);
    }
}
