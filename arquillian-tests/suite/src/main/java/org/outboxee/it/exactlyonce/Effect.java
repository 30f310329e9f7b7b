package org.outboxee.it.exactlyonce;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.jspecify.annotations.Nullable;

/** What a delivery leaves in the database. */
@Entity
public class Effect {

    @Id
    private String id;

    @Nullable
    private String message;

    protected Effect() {}

    Effect(String id, @Nullable String message) {
        this.id = id;
        this.message = message;
    }

    /** The message whose delivery left it. */
    public @Nullable String message() {
        return message;
    }
}
