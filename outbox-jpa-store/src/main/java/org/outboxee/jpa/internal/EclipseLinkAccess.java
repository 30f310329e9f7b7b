package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

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
        return delimited(entities, call(descriptor(entities, entity), "getDefaultTable"), "getQualifiedNameDelimited");
    }

    @Override
    public String column(EntityManager entities, Class<?> entity, String attribute) {
        Object mapping = call(descriptor(entities, entity), "getMappingForAttributeName", attribute);
        return delimited(entities, call(mapping, "getField"), "getNameDelimited");
    }

    /** A name with the delimiters that the mapping asks for; they are the platform's. */
    private static String delimited(EntityManager entities, Object named, String method) {
        Object platform = call(call(entities.getDelegate(), "getDatabaseSession"), "getPlatform");
        try {
            for (Method candidate : named.getClass().getMethods()) {
                if (candidate.getName().equals(method) && candidate.getParameterCount() == 1) {
                    return (String) candidate.invoke(named, platform);
                }
            }
        } catch (ReflectiveOperationException e) {
            throw unknown(named, e);
        }
        throw unknown(named, null);
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
            throw unknown(target, e);
        }
    }

    private static PersistenceException unknown(Object target, @Nullable Exception cause) {
        return new PersistenceException(
                "The persistence provider of " + target.getClass() + " is neither Hibernate nor EclipseLink", cause);
    }
}
