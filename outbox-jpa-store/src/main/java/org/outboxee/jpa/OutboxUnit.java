package org.outboxee.jpa;

import static java.lang.annotation.ElementType.FIELD;
import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.ElementType.PARAMETER;
import static java.lang.annotation.ElementType.TYPE;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import jakarta.inject.Qualifier;
import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.Target;

/**
 * Qualifies the {@code EntityManagerFactory} of the persistence unit that holds the outbox: the unit that the
 * application keeps its own data in, so that both commit together. The application produces it once:
 *
 * <pre>{@code
 * @Produces @OutboxUnit @PersistenceUnit(unitName = "shop") EntityManagerFactory factory;
 * }</pre>
 *
 * <p>The unit is a JTA unit and names the mapping file {@code META-INF/outbox-orm.xml}, or a copy of it.
 */
@Qualifier
@Documented
@Retention(RUNTIME)
@Target({TYPE, METHOD, FIELD, PARAMETER})
public @interface OutboxUnit {}
