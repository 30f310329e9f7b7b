package org.outboxee.cdi.internal.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Closes what was opened, last first; one that fails keeps no other from being closed. Used by one thread at a time.
 */
public final class Closer implements AutoCloseable {

    private static final Logger LOG = System.getLogger("org.outboxee.cdi");

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    <T extends AutoCloseable> T add(T resource) {
        opened.push(resource);
        return resource;
    }

    @Override
    public void close() {
        while (!opened.isEmpty()) {
            AutoCloseable resource = opened.pop();
            try {
                resource.close();
            } catch (Exception e) {
                LOG.log(
                        Level.WARNING,
                        "OUTBOX-05047: Closing " + resource.getClass().getName() + " failed; it may hold memory until"
                                + " the server stops",
                        e);
            }
        }
    }
}
