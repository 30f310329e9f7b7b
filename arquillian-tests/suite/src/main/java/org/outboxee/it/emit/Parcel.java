package org.outboxee.it.emit;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.Id;

/** Business data whose listener emits when the provider flushes. */
@Entity
@EntityListeners(ParcelListener.class)
class Parcel {

    @Id
    private String id = "";

    private String state = "packed";

    protected Parcel() {}

    Parcel(String id) {
        this.id = id;
    }

    String getId() {
        return id;
    }

    void send() {
        state = "sent";
    }

    String getState() {
        return state;
    }
}
