package org.outboxee.spi;

import org.outboxee.DeliveryInfo;

/** A record that the relay hands to the producer. */
public interface Delivery extends DeliveryInfo {

    /** The encoded payload as it was emitted; not to be changed. */
    byte[] payload();
}
