package org.outboxee.it.undeploy;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** One row for every time that a handler came to its end. */
@Entity
class Receipt {

    @Id
    private String id = "";

    private String note = "";

    protected Receipt() {}

    Receipt(String id, String note) {
        this.id = id;
        this.note = note;
    }

    String getId() {
        return id;
    }

    String getNote() {
        return note;
    }
}
