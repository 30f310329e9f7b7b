package org.outboxee.sample.provider;

import jakarta.enterprise.context.ApplicationScoped;

/** The provider that sends mail. */
@ApplicationScoped
public class MailProvider extends SimulatedProvider {

    /** A provider that works. */
    public MailProvider() {
        super("mail");
    }
}
