package org.outboxee.it.cluster.second;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.sql.SQLException;
import org.outboxee.DeliveryInfo;
import org.outboxee.OutboxHandler;
import org.outboxee.it.cluster.app.Change;
import org.outboxee.it.cluster.app.Deliveries;

/** What only the second version handles. */
@ApplicationScoped
public class AuditHandler {

    @Inject
    Deliveries deliveries;

    void audited(@Observes @OutboxHandler("audited") Change change, DeliveryInfo info)
            throws InterruptedException, SQLException {
        deliveries.deliver(info.messageId());
    }
}
