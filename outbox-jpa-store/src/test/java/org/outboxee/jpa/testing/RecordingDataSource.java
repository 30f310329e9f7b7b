package org.outboxee.jpa.testing;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * Remembers the statements that are prepared, or run without that, on its connections. Safe for any number of threads.
 */
public final class RecordingDataSource implements DataSource {

    /** A statement and the thread that it is from. */
    private record Recorded(Thread thread, String sql) {}

    private final DataSource target;
    private final Queue<Recorded> statements = new ConcurrentLinkedQueue<>();

    RecordingDataSource(DataSource target) {
        this.target = target;
    }

    /** Forgets what was prepared so far. */
    public void clear() {
        statements.clear();
    }

    /** The calling thread's statements since the last clear. */
    public List<String> statementsOfThisThread() {
        return statements.stream()
                .filter(recorded -> recorded.thread() == Thread.currentThread())
                .map(Recorded::sql)
                .toList();
    }

    /** The statements of all threads since the last clear. */
    public List<String> statements() {
        return statements.stream().map(Recorded::sql).toList();
    }

    @Override
    public Connection getConnection() throws SQLException {
        return recorded(Connection.class, target.getConnection());
    }

    private <T> T recorded(Class<T> type, T original) {
        return type.cast(Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> record(original, method, arguments)));
    }

    /** What takes a statement's text runs or prepares it, whichever method it is. */
    private Object record(Object original, Method method, Object[] arguments) throws Throwable {
        if (arguments != null
                && arguments[0] instanceof String sql
                && !method.getName().startsWith("set")) {
            statements.add(new Recorded(Thread.currentThread(), sql));
        }
        try {
            Object result = method.invoke(original, arguments);
            return method.getName().equals("createStatement") ? recorded(Statement.class, (Statement) result) : result;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return target.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        target.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        target.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return target.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger(getClass().getName());
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return target.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return target.isWrapperFor(type);
    }
}
