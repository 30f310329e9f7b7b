package org.outboxee.sample.mail;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.outboxee.sample.web.Requests;

/** The mails that were sent, over HTTP. */
@Path("/mails")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class MailsResource {

    @Inject
    private MailLog log;

    /** The newest mails, newest first. */
    @GET
    public List<MailView> newest(@QueryParam("limit") @Nullable String limit) {
        return log.newest(Requests.limit(limit));
    }
}
