package org.outboxee.cdi.internal.delivery;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.control.ActivateRequestContext;

/** Runs work with the request context active. */
@ApplicationScoped
public class RequestScope {

    /** Runs the work in a request context of its own. */
    @ActivateRequestContext
    public void within(Work work) throws Exception {
        work.run();
    }
}
