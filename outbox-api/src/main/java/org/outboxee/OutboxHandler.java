package org.outboxee;

import static java.lang.annotation.ElementType.FIELD;
import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.ElementType.PARAMETER;
import static java.lang.annotation.ElementType.TYPE;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.inject.Qualifier;
import java.io.Serial;
import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.Target;

/**
 * Marks an observer method as the handler of outbox messages of one name.
 *
 * <pre>{@code
 * void send(@Observes @OutboxHandler("email.send") SendEmail email, DeliveryInfo info, Mailer mailer) { ... }
 * }</pre>
 *
 * <p>The event parameter has the payload's type: a class, record or fully specified parameterized type. Further
 * parameters are injection points; {@link DeliveryInfo} is one. The method may be private or inherited, and may sit on
 * a CDI bean or a session bean. It is called on a managed thread of the container without a transaction, with the
 * request context active; {@code @Transactional} and EJB transaction attributes apply as usual.
 *
 * <p>Returning normally completes the delivery. An exception fails it: {@link RetryAfterException} sets the earliest
 * time of the next attempt, {@link PermanentFailureException} makes the message a dead letter at once, everything else
 * is retried with exponential backoff until {@code outbox.max-attempts}. The method must be idempotent (delivery is at
 * least once), and should answer an interrupt, which is how {@code outbox.delivery-timeout} ends it.
 *
 * <p>Refused at deployment: {@code @ObservesAsync}, a transaction phase other than {@code IN_PROGRESS}, a type
 * variable, wildcard or {@code Object} as the event type, parameters of type {@code EventMetadata} (there is none), and
 * two handlers of one name with the same binding.
 */
@Qualifier
@Documented
@Retention(RUNTIME)
@Target({PARAMETER, FIELD, METHOD, TYPE})
public @interface OutboxHandler {

    /** The binding of a handler that names none. */
    String DEFAULT_BINDING = "default";

    /** The name of the messages to handle: 1 to 200 characters, not blank. */
    String value();

    /**
     * A stable name for this handler among the handlers of the same message name: 1 to 100 characters. Each binding has
     * its own copy of the message, with its own retries, order and dead letter. It is stored with the message: after a
     * change, messages that wait under the old one find no handler.
     */
    String binding() default DEFAULT_BINDING;

    /** An {@link OutboxHandler} annotation as an object, for programmatic lookup. */
    final class Literal extends AnnotationLiteral<OutboxHandler> implements OutboxHandler {

        @Serial
        private static final long serialVersionUID = 1L;

        /** The name of the messages. */
        private final String value;

        /** The name of the handler among those of the same message name. */
        private final String binding;

        private Literal(String value, String binding) {
            this.value = value;
            this.binding = binding;
        }

        /** A literal with the default binding. */
        public static Literal of(String value) {
            return new Literal(value, DEFAULT_BINDING);
        }

        /** A literal with a binding. */
        public static Literal of(String value, String binding) {
            return new Literal(value, binding);
        }

        @Override
        public String value() {
            return value;
        }

        @Override
        public String binding() {
            return binding;
        }
    }
}
