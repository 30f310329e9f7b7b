package org.outboxee.cdi.internal.delivery;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.outboxee.DeliveryInfo;

/** Which delivery the thread is running. */
@ApplicationScoped
public class CurrentDelivery {

    // Set only while a delivery runs: nothing of it outlives the application on a pooled thread.
    private static final ThreadLocal<@Nullable DeliveryInfo> CURRENT = new ThreadLocal<>();

    /** The delivery that the calling thread is running, empty outside one. */
    public Optional<DeliveryInfo> get() {
        return Optional.ofNullable(CURRENT.get());
    }

    /** Runs the work as part of a delivery. */
    public void during(DeliveryInfo delivery, Work work) throws Exception {
        CURRENT.set(delivery);
        try {
            work.run();
        } finally {
            CURRENT.remove();
        }
    }

    /** What is injected as {@code DeliveryInfo}. */
    @Produces
    @Dependent
    public DeliveryInfo deliveryInfo() {
        return get().orElseThrow(() -> new IllegalStateException(
                "OUTBOX-01013: There is no delivery on this thread; inject DeliveryInfo where a handler runs,"
                        + " and Instance<DeliveryInfo> into beans that are also used elsewhere"));
    }
}
