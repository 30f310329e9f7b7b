package org.outboxee.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.Test;
import org.outboxee.DeliveryInfo;
import org.outboxee.EmitOptions;
import org.outboxee.Outbox;
import org.outboxee.OutboxHandler;
import org.outboxee.PermanentFailureException;
import org.outboxee.RetryAfterException;
import org.outboxee.admin.OutboxAdmin;
import org.outboxee.admin.RecordFilter;
import org.outboxee.cdi.testing.Applications;
import org.outboxee.cdi.testing.Configured;

/**
 * Whatever happens to a message, at every level: its payload and headers are in no line of ours, nor in a stack trace.
 */
class PayloadsInLogsTest {

    private static final String SECRET = "s3cret-";

    private final List<String> logged = new CopyOnWriteArrayList<>();

    private final Handler everything = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            StringWriter text = new StringWriter();
            text.append(entry.getMessage());
            if (entry.getThrown() != null) {
                entry.getThrown().printStackTrace(new PrintWriter(text));
            }
            logged.add(text.toString());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @Test
    void no_line_has_a_payload_or_a_header() {
        Logger ours = Logger.getLogger("org.outboxee");
        Level before = ours.getLevel();
        ours.setLevel(Level.ALL);
        ours.addHandler(everything);
        try (WeldContainer container = Applications.weld(Handlers.class)
                .addExtension(Configured.with(
                        "outbox.emit.transaction=auto",
                        "outbox.backoff.initial=PT0.01S",
                        "outbox.handler.hangs.delivery-timeout=PT0.05S",
                        "outbox.max-attempts=2"))
                .initialize()) {
            Outbox outbox = container.select(Outbox.class).get();
            for (String name : List.of("succeeds", "retried", "dead", "hangs", "doomed", "unhandled")) {
                outbox.emit(name, SECRET + name, EmitOptions.header("h", SECRET + "header"));
            }
            OutboxAdmin admin = container.select(OutboxAdmin.class).get();
            await().until(() -> admin.counts().dead() == 3 && admin.counts().pending() == 1);
            admin.replayAll(RecordFilter.all().withName("dead"));
            await().until(() -> admin.counts().dead() == 3);
            admin.discard(admin.deadLetters(1, null).items().get(0).id(), "the test is done");
        } finally {
            ours.removeHandler(everything);
            ours.setLevel(before);
        }
        assertThat(logged)
                .anySatisfy(line -> assertThat(line).contains("OUTBOX-02022"))
                .anySatisfy(line -> assertThat(line).contains("OUTBOX-02023"))
                .anySatisfy(line -> assertThat(line).contains("OUTBOX-02019"))
                .anySatisfy(line -> assertThat(line).contains("OUTBOX-02024"))
                .noneSatisfy(line -> assertThat(line).contains(SECRET));
    }

    @Singleton
    static class Handlers {

        void succeeds(@Observes @OutboxHandler("succeeds") String payload) {}

        void retried(@Observes @OutboxHandler("retried") String payload, DeliveryInfo info) {
            if (info.attempt() == 1) {
                throw new RetryAfterException(Duration.ofMillis(1), "later");
            }
        }

        void dead(@Observes @OutboxHandler("dead") String payload) {
            throw new PermanentFailureException("no");
        }

        void hangs(@Observes @OutboxHandler("hangs") String payload) throws InterruptedException {
            new CountDownLatch(1).await();
        }

        void doomed(@Observes @OutboxHandler(value = "doomed", transactional = true) String payload) {
            throw new IllegalStateException("no");
        }
    }
}
