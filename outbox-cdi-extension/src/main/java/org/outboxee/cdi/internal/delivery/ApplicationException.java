package org.outboxee.cdi.internal.delivery;

import java.util.Set;

/** Finds what the application threw inside what containers make of it. */
final class ApplicationException {

    /** By name: the servers do not all have all of these. What is derived from one of them counts as well. */
    private static final Set<String> WRAPPERS = Set.of(
            "jakarta.enterprise.event.ObserverException",
            "jakarta.transaction.TransactionalException",
            "jakarta.ejb.EJBException",
            "java.lang.reflect.InvocationTargetException",
            "java.lang.reflect.UndeclaredThrowableException",
            "java.security.PrivilegedActionException",
            "java.util.concurrent.CompletionException",
            "java.util.concurrent.ExecutionException");

    private ApplicationException() {}

    /** The innermost exception that is not a mere wrapper; the outermost one if wrappers are all there is. */
    static Throwable in(Throwable thrown) {
        Throwable current = thrown;
        while (isWrapper(current.getClass())) {
            Throwable cause = current.getCause();
            if (cause == null) {
                return current;
            }
            current = cause;
        }
        return current;
    }

    private static boolean isWrapper(Class<?> type) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            if (WRAPPERS.contains(c.getName())) {
                return true;
            }
        }
        return false;
    }
}
