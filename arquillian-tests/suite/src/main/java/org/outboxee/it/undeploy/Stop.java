package org.outboxee.it.undeploy;

import static java.util.concurrent.TimeUnit.SECONDS;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Shutdown;
import java.util.concurrent.CountDownLatch;

/** Knows when the container has begun to stop the application. */
@ApplicationScoped
class Stop {

    private final CountDownLatch begun = new CountDownLatch(1);

    /** First of all observers, so that a handler goes on while everybody else is stopping. */
    void begin(@Observes @Priority(-1000) Shutdown shutdown) {
        begun.countDown();
    }

    void await() throws InterruptedException {
        if (!begun.await(30, SECONDS)) {
            throw new IllegalStateException("The application was not stopped within 30 s");
        }
    }
}
