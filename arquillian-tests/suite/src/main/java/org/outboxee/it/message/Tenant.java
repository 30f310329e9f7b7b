package org.outboxee.it.message;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import org.outboxee.HeaderContributor;

/** Adds two headers to every message of the application. */
@ApplicationScoped
class Tenant implements HeaderContributor {

    @Override
    public Map<String, String> headers(String messageName) {
        return Map.of("tenant", "acme", "about", messageName);
    }
}
