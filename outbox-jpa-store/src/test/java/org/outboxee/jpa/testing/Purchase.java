package org.outboxee.jpa.testing;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** An entity of the application, beside the outbox in one unit. */
@Entity
@Table(name = "purchase")
@EntityListeners(PurchaseListener.class)
public class Purchase {

    /** The table, in every dialect. */
    public static final String TABLE =
            "create table if not exists purchase (id integer not null primary key, item varchar(50))";

    @Id
    private int id;

    private String item;

    protected Purchase() {}

    public Purchase(int id, String item) {
        this.id = id;
        this.item = item;
    }

    public void item(String newItem) {
        item = newItem;
    }

    public String item() {
        return item;
    }
}
