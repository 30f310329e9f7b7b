package org.outboxee.it.undeploy;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.util.concurrent.CountDownLatch;
import org.outboxee.DeliveryInfo;
import org.outboxee.OutboxHandler;
import org.outboxee.it.support.Inbox;
import org.outboxee.it.support.Note;

/** A handler that is at work when the application is stopped. */
@ApplicationScoped
class Handlers {

    @Inject
    Inbox inbox;

    @Inject
    Stop stop;

    @Inject
    Receipts receipts;

    void slow(@Observes @OutboxHandler("slow") Note note, DeliveryInfo info) throws InterruptedException {
        inbox.add(note.text(), info);
        stop.await();
        callOutForAWhile();
        receipts.write(note.text());
    }

    /** Work that takes its time, and would end early only by an interrupt. */
    private static void callOutForAWhile() throws InterruptedException {
        new CountDownLatch(1).await(700, MILLISECONDS);
    }
}
