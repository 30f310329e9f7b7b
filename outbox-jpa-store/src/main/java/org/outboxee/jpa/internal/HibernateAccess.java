package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.persister.entity.AbstractEntityPersister;

/** Loaded only where Hibernate is the provider. Stateless. */
final class HibernateAccess implements ProviderAccess {

    @Override
    public <T> T withConnection(EntityManager entities, JdbcWork<T> work) {
        return entities.unwrap(Session.class).doReturningWork(work::apply);
    }

    @Override
    public String table(EntityManager entities, Class<?> entity) {
        return persister(entities, entity).getTableName();
    }

    @Override
    public String column(EntityManager entities, Class<?> entity, String attribute) {
        return persister(entities, entity).toColumns(attribute)[0];
    }

    private static AbstractEntityPersister persister(EntityManager entities, Class<?> entity) {
        return (AbstractEntityPersister) entities.unwrap(Session.class)
                .getSessionFactory()
                .unwrap(SessionFactoryImplementor.class)
                .getMappingMetamodel()
                .getEntityDescriptor(entity);
    }
}
