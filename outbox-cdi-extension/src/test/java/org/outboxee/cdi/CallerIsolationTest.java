package org.outboxee.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jboss.weld.junit5.EnableWeld;
import org.jboss.weld.junit5.WeldInitiator;
import org.jboss.weld.junit5.WeldSetup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.outboxee.Outbox;
import org.outboxee.OutboxHandler;
import org.outboxee.cdi.testing.Applications;
import org.outboxee.cdi.testing.CallerContext;
import org.outboxee.cdi.testing.Configured;

/** A delivery runs for the application, not for whoever happened to wake the relay. */
@EnableWeld
class CallerIsolationTest {

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    @WeldSetup
    WeldInitiator weld = Applications.of(
            // no poll comes to the wake-up's help
            Configured.with("outbox.emit.transaction=auto", "outbox.poll-interval=PT1H"), Recorder.class);

    @Inject
    Outbox outbox;

    @Inject
    Recorder recorder;

    @AfterEach
    void be_nobody_again() {
        CallerContext.become(null);
        Thread.currentThread().setContextClassLoader(before);
    }

    @Test
    void a_delivery_has_neither_the_identity_nor_the_class_loader_of_the_thread_that_committed() throws Exception {
        for (int i = 0; i < 20; i++) {
            CallerContext.become("alice");
            Thread.currentThread().setContextClassLoader(new URLClassLoader(new URL[0], before));
            outbox.emit("a", "1");
            Seen seen = Optional.ofNullable(recorder.seen.poll(10, TimeUnit.SECONDS))
                    .orElseThrow();
            assertThat(seen).isEqualTo(new Seen("nobody", before));
            assertThat(CallerContext.identity()).isEqualTo("alice");
        }
    }

    record Seen(String identity, ClassLoader loader) {}

    @Singleton
    static class Recorder {
        final BlockingQueue<Seen> seen = new LinkedBlockingQueue<>();

        void handle(@Observes @OutboxHandler("a") String payload) {
            String identity = CallerContext.identity();
            seen.add(new Seen(
                    identity == null ? "nobody" : identity,
                    Thread.currentThread().getContextClassLoader()));
        }
    }
}
