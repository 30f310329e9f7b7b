package org.outboxee.it.cluster.app;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.sql.SQLException;
import org.outboxee.DeliveryInfo;
import org.outboxee.OutboxHandler;

/** What both versions of the application handle. */
@ApplicationScoped
class ChangeHandler {

    @Inject
    Deliveries deliveries;

    void changed(@Observes @OutboxHandler("changed") Change change, DeliveryInfo info)
            throws InterruptedException, SQLException {
        deliveries.deliver(info.messageId());
    }
}
