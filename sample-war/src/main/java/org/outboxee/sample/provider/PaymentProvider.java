package org.outboxee.sample.provider;

import jakarta.enterprise.context.ApplicationScoped;

/** The provider that moves money. */
@ApplicationScoped
public class PaymentProvider extends SimulatedProvider {

    /** A provider that works. */
    public PaymentProvider() {
        super("payment");
    }
}
