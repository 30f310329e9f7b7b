package org.outboxee;

import static java.lang.annotation.ElementType.FIELD;
import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.ElementType.PARAMETER;
import static java.lang.annotation.ElementType.TYPE;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.enterprise.util.Nonbinding;
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
 * a CDI bean or a session bean. It is called on a managed thread of the container without a transaction (but see
 * {@link #transactional}), with the request context active; {@code @Transactional} and EJB transaction attributes apply
 * as usual.
 *
 * <p>Returning normally completes the delivery. An exception fails it: {@link RetryAfterException} sets the earliest
 * time of the next attempt, {@link PermanentFailureException} makes the message a dead letter at once, everything else
 * is retried with exponential backoff until {@code outbox.max-attempts}. The method must be idempotent (delivery is at
 * least once), and should answer an interrupt, which is how {@code outbox.delivery-timeout} ends it.
 *
 * <p>Refused at deployment: {@code @ObservesAsync}, a transaction phase other than {@code IN_PROGRESS}, a type
 * variable, wildcard or {@code Object} as the event type, further qualifiers, parameters of type {@code EventMetadata}
 * (there is none), two handlers of one name with the same binding, and a {@link #transactional} handler that leaves its
 * transaction.
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

    /**
     * Whether the message completes in the handler's own JTA transaction: the relay begins one, calls the handler in
     * it, completes the message in it, and commits. What the handler does in the database of the outbox, or in other XA
     * resources, then takes effect exactly once: it commits together with the completion, or rolls back and the message
     * is delivered again. What takes no part in the transaction, such as a mail or an HTTP call, stays at least once.
     *
     * <p>The transaction commits when the handler returns normally. It rolls back when the handler throws anything,
     * also what {@code dontRollbackOn} names, or has marked it rollback-only: then the delivery has failed, and is
     * retried or becomes a dead letter as always. It rolls back, too, if another node has taken the message over
     * meanwhile. It times out a little later than {@code outbox.delivery-timeout} interrupts the handler. Messages that
     * the handler emits are part of it. If the answer of the commit is lost, the message is delivered again only if the
     * commit has not taken effect.
     *
     * <p>The other resources must be XA resources if the transaction has more than one. The handler must stay in the
     * transaction: {@code @Transactional} with {@code REQUIRES_NEW}, {@code NOT_SUPPORTED} or {@code NEVER}, these EJB
     * transaction attributes, and session beans that manage their transactions themselves are refused at deployment.
     * What it calls may well do its work in another transaction, which then is not part of this one.
     */
    @Nonbinding
    boolean transactional() default false;

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

        /** Always false: it does not count when handlers are looked up. */
        @Override
        public boolean transactional() {
            return false;
        }
    }
}
