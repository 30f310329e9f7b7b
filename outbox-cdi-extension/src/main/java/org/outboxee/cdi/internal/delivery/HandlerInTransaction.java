package org.outboxee.cdi.internal.delivery;

import static java.lang.annotation.RetentionPolicy.RUNTIME;

import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.interceptor.InterceptorBinding;
import java.io.Serial;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.Target;

/** Binds {@link RollbackIsFailure}; the extension adds it to handlers that the container runs in a transaction. */
@InterceptorBinding
@Retention(RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface HandlerInTransaction {

    /** The annotation as an object. */
    final class Literal extends AnnotationLiteral<HandlerInTransaction> implements HandlerInTransaction {

        @Serial
        private static final long serialVersionUID = 1L;

        /** There is nothing to tell apart. */
        public static final Literal INSTANCE = new Literal();

        private Literal() {}
    }
}
