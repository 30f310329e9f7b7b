package org.outboxee.jpa.testing;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.ConnectionValidator;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.narayana.NarayanaTransactionIntegration;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A database on a server whose connections break, behind a pool that tests a connection before it hands it out, as the
 * pools of servers can be told to.
 */
public final class BreakableDatabase implements AutoCloseable {

    /** How long a pool waits for a connection. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final AgroalDataSource pool;
    private final DataSource dataSource;
    private final Sessions sessions;
    private final BreakingPoint breakingPoint;

    /** The database with this JDBC URL. */
    public BreakableDatabase(String url, int connections) {
        try {
            pool = AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                    .connectionPoolConfiguration(settings -> settings.maxSize(connections)
                            .acquisitionTimeout(PATIENCE)
                            .connectionValidator(ConnectionValidator.defaultValidator())
                            .validateOnBorrow(true)
                            .transactionIntegration(new NarayanaTransactionIntegration(Jta.MANAGER, Jta.REGISTRY))
                            .connectionFactoryConfiguration(factory -> factory.jdbcUrl(url))));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        sessions = new Sessions(url);
        breakingPoint = new BreakingPoint(sessions);
        dataSource = proxy(DataSource.class, pool, "", null);
    }

    /** The pool. */
    public DataSource dataSource() {
        return dataSource;
    }

    /** Runs statements on one connection of the pool, outside any transaction. */
    public void execute(String... statements) {
        Sql.execute(() -> pool.getConnection(), statements);
    }

    /** Its sessions on the server. */
    public Sessions sessions() {
        return sessions;
    }

    /** Where the next connection breaks. */
    public BreakingPoint breakingPoint() {
        return breakingPoint;
    }

    /** What comes from a data source, connection or statement leads to the breaking point too. */
    private <T> T proxy(Class<T> type, T original, String sql, @Nullable Connection connection) {
        return type.cast(Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    String text = arguments != null && arguments[0] instanceof String first ? first : sql;
                    boolean executes = connection != null && method.getName().startsWith("execute");
                    if (executes) {
                        breakingPoint.beforeStatement(connection, text);
                    }
                    Object result;
                    try {
                        result = method.invoke(original, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                    if (executes) {
                        breakingPoint.afterStatement(connection, text);
                    }
                    return switch (method.getName()) {
                        case "getConnection" -> proxy(Connection.class, (Connection) result, "", null);
                        case "prepareStatement" ->
                            proxy(PreparedStatement.class, (PreparedStatement) result, text, (Connection) original);
                        case "createStatement" ->
                            proxy(Statement.class, (Statement) result, text, (Connection) original);
                        default -> result;
                    };
                }));
    }

    @Override
    public void close() {
        pool.close();
    }
}
