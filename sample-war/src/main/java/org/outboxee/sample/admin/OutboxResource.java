package org.outboxee.sample.admin;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.OutboxAdmin;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.admin.RecordId;
import org.outboxee.sample.web.RequestException;
import org.outboxee.sample.web.Requests;

/** Shows the outbox, and replays or discards its dead letters. A real shop would ask who is calling. */
@Path("/outbox")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class OutboxResource {

    @Inject
    private OutboxAdmin admin;

    /** The counts, and the oldest dead letters. */
    @GET
    public OutboxView view(@QueryParam("limit") @Nullable String limit) {
        List<DeadLetterView> letters = admin.deadLetters(Requests.limit(limit), null).items().stream()
                .map(DeadLetterView::of)
                .toList();
        OutboxCounts counts = admin.counts();
        return new OutboxView(counts.pending(), counts.claimed(), counts.dead(), letters);
    }

    /** Delivers a dead letter again. */
    @POST
    @Path("dead-letters/{messageId}/{binding}/replay")
    public void replay(@PathParam("messageId") String messageId, @PathParam("binding") String binding) {
        RecordId id = new RecordId(messageId, binding);
        if (!admin.replay(id)) {
            throw gone(id);
        }
    }

    /** Deletes a dead letter for good. */
    @DELETE
    @Path("dead-letters/{messageId}/{binding}")
    public void discard(@PathParam("messageId") String messageId, @PathParam("binding") String binding) {
        RecordId id = new RecordId(messageId, binding);
        if (!admin.discard(id, "discarded on the shop's page")) {
            throw gone(id);
        }
    }

    private static RequestException gone(RecordId id) {
        return RequestException.unknown("There is no dead letter " + id + "; it was replayed or discarded meanwhile");
    }
}
