package org.outboxee.it.order;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Numbers its postings; whoever has taken a number holds the row until the commit. */
@Entity
class Account {

    @Id
    private String id = "";

    private int postings;

    protected Account() {}

    Account(String id) {
        this.id = id;
    }

    String getId() {
        return id;
    }

    int nextPosting() {
        postings++;
        return postings;
    }
}
