package org.outboxee.it.emit;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Business data that is written in the transaction of a message. */
@Entity
class Purchase {

    @Id
    private String id = "";

    private String state = "new";

    protected Purchase() {}

    Purchase(String id) {
        this.id = id;
    }

    String getId() {
        return id;
    }

    void pay() {
        state = "paid";
    }

    String getState() {
        return state;
    }
}
