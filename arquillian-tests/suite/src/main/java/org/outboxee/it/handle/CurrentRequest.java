package org.outboxee.it.handle;

import jakarta.enterprise.context.RequestScoped;
import java.util.UUID;

/** Has another id in every request context. */
@RequestScoped
class CurrentRequest {

    private final String id = UUID.randomUUID().toString();

    String id() {
        return id;
    }
}
