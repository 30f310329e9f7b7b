package org.outboxee.benchmarks.ours;

import jakarta.enterprise.inject.Instance;
import jakarta.persistence.EntityManagerFactory;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import java.lang.reflect.Proxy;
import java.util.Map;
import javax.sql.DataSource;
import org.hibernate.engine.transaction.jta.platform.internal.AbstractJtaPlatform;
import org.hibernate.jpa.HibernatePersistenceProvider;
import org.outboxee.benchmarks.database.Jta;

/** The application's persistence unit, set up as a server does it. */
final class Unit {

    private Unit() {}

    static EntityManagerFactory open(DataSource dataSource) {
        return new HibernatePersistenceProvider()
                .createEntityManagerFactory(
                        "shop",
                        Map.of(
                                "jakarta.persistence.jtaDataSource",
                                dataSource,
                                "hibernate.transaction.jta.platform",
                                new Platform(),
                                "hibernate.jpa.compliance",
                                "true"));
    }

    /** As CDI would hand it to the store's provider. */
    @SuppressWarnings("unchecked") // A proxy has no type arguments.
    static Instance<EntityManagerFactory> instance(EntityManagerFactory factory) {
        return (Instance<EntityManagerFactory>) Proxy.newProxyInstance(
                Instance.class.getClassLoader(),
                new Class<?>[] {Instance.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "get" -> factory;
                    case "isResolvable" -> true;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private static final class Platform extends AbstractJtaPlatform {

        private static final long serialVersionUID = 1L;

        @Override
        protected TransactionManager locateTransactionManager() {
            return Jta.MANAGER;
        }

        @Override
        protected UserTransaction locateUserTransaction() {
            return com.arjuna.ats.jta.UserTransaction.userTransaction();
        }

        @Override
        public void registerSynchronization(Synchronization synchronization) {
            Jta.REGISTRY.registerInterposedSynchronization(synchronization);
        }
    }
}
