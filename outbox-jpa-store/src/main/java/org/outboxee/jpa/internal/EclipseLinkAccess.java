package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceException;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * By reflection, since a server may hide the classes of its EclipseLink from applications. They are the same since
 * EclipseLink 1. Stateless.
 */
final class EclipseLinkAccess implements ProviderAccess {

    @Override
    public <T> T withConnection(EntityManager entities, JdbcWork<T> work) {
        try {
            return work.apply(entities.unwrap(Connection.class));
        } catch (SQLException e) {
            throw new PersistenceException(e);
        }
    }

    @Override
    public String table(EntityManager entities, Class<?> entity) {
        return (String) call(call(descriptor(entities, entity), "getDefaultTable"), "getQualifiedName");
    }

    @Override
    public String column(EntityManager entities, Class<?> entity, String attribute) {
        Object mapping = call(descriptor(entities, entity), "getMappingForAttributeName", attribute);
        return (String) call(call(mapping, "getField"), "getName");
    }

    private static Object descriptor(EntityManager entities, Class<?> entity) {
        return call(call(entities.getDelegate(), "getDatabaseSession"), "getDescriptor", entity);
    }

    private static Object call(Object target, String method, Object... arguments) {
        Class<?>[] types = new Class<?>[arguments.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = arguments[i].getClass();
        }
        try {
            return target.getClass().getMethod(method, types).invoke(target, arguments);
        } catch (ReflectiveOperationException e) {
            throw new PersistenceException(
                    "The persistence provider of " + target.getClass() + " is neither Hibernate nor EclipseLink", e);
        }
    }
}
