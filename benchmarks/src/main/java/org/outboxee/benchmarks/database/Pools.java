package org.outboxee.benchmarks.database;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.transaction.TransactionIntegration;
import java.sql.SQLException;
import java.time.Duration;

/** Connection pools, the same for everyone. */
public final class Pools {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Pools() {}

    /** A pool whose connections know nothing of JTA. */
    public static AgroalDataSource plain(Database database, int size) throws SQLException {
        return open(database, size, TransactionIntegration.none());
    }

    /** A pool whose connections take part in JTA transactions, as non-XA resources. */
    public static AgroalDataSource joined(Database database, int size) throws SQLException {
        return open(database, size, Jta.integration());
    }

    private static AgroalDataSource open(Database database, int size, TransactionIntegration integration)
            throws SQLException {
        return AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(settings -> settings.maxSize(size)
                        .initialSize(size)
                        .acquisitionTimeout(PATIENCE)
                        .transactionIntegration(integration)
                        .connectionFactoryConfiguration(factory -> factory.jdbcUrl(database.url()))));
    }
}
