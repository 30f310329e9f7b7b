package org.outboxee.it.handle;

/**
 * What a handler found around it when it was called.
 *
 * @param transactionStatus a constant of {@link jakarta.transaction.Status}
 * @param contextLoader the thread's context class loader
 * @param requestId the id of the request context
 * @param requestIdAgain the same, read a second time
 * @param entry an environment entry of the web module
 * @param thread the thread
 */
record Call(
        int transactionStatus,
        ClassLoader contextLoader,
        String requestId,
        String requestIdAgain,
        String entry,
        Thread thread) {}
