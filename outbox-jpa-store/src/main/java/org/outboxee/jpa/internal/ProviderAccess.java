package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * What Jakarta Persistence does not tell, and its providers do: the JDBC connection behind an entity manager, and the
 * names that an entity is mapped to.
 */
interface ProviderAccess {

    /** Work on a JDBC connection, which stays open afterwards. */
    @FunctionalInterface
    interface JdbcWork<T> {
        T apply(Connection connection) throws SQLException;
    }

    /** The access for the provider of this entity manager. */
    static ProviderAccess of(EntityManager entities) {
        // By name: the class that mentions Hibernate can only be loaded where Hibernate is.
        String provider = entities.getDelegate().getClass().getName();
        return provider.startsWith("org.hibernate.") ? new HibernateAccess() : new EclipseLinkAccess();
    }

    /** Runs work on the connection of the current transaction. */
    <T> T withConnection(EntityManager entities, JdbcWork<T> work);

    /** The table of an entity, as the mapping spells it, possibly qualified by a schema. */
    String table(EntityManager entities, Class<?> entity);

    /** The column of an attribute, as the mapping spells it. */
    String column(EntityManager entities, Class<?> entity, String attribute);
}
