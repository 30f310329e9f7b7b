package org.outboxee.it.emit;

import jakarta.inject.Inject;
import jakarta.persistence.PostPersist;
import jakarta.persistence.PreUpdate;
import org.outboxee.Outbox;
import org.outboxee.it.support.Note;

/** Emits from inside a flush, which the provider may do as late as at commit. */
class ParcelListener {

    @Inject
    Outbox outbox;

    @PostPersist
    void persisted(Parcel parcel) {
        outbox.emit("note", new Note(parcel.getId() + " persisted"));
    }

    @PreUpdate
    void updating(Parcel parcel) {
        outbox.emit("note", new Note(parcel.getId() + " updated"));
    }
}
