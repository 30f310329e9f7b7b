package org.outboxee.it.producer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.outboxee.spi.Delivery;
import org.outboxee.spi.Producer;

/** Publishes elsewhere, so to speak: keeps what it is given. */
@ApplicationScoped
public class Courier implements Producer {

    private final BlockingQueue<Parcel> parcels = new LinkedBlockingQueue<>();

    /**
     * What was delivered.
     *
     * @param name the message name
     * @param messageId the message id
     * @param payload the JSON
     * @param attempt the number of the attempt
     */
    record Parcel(String name, String messageId, String payload, int attempt) {}

    @Override
    public void deliver(Delivery delivery) {
        if (delivery.name().equals("unsteady") && delivery.attempt() == 1) {
            throw new IllegalStateException("the broker is away");
        }
        parcels.add(new Parcel(
                delivery.name(), delivery.messageId(), new String(delivery.payload(), UTF_8), delivery.attempt()));
    }

    Parcel next() throws InterruptedException {
        Parcel parcel = parcels.poll(30, SECONDS);
        if (parcel == null) {
            throw new AssertionError("Nothing was delivered to the producer within 30 s");
        }
        return parcel;
    }
}
