package org.outboxee.sample.provider;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.outboxee.sample.web.RequestException;
import org.outboxee.sample.web.Requests;

/** Shows and sets how the simulated providers answer. */
@Path("/providers")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class ProvidersResource {

    @Inject
    private MailProvider mail;

    @Inject
    private PaymentProvider payment;

    /** All providers. */
    @GET
    public List<ProviderView> all() {
        return List.of(mail.view(), payment.view());
    }

    /** Sets how a provider answers, until the server stops. */
    @PUT
    @Path("{name}")
    @Consumes(MediaType.APPLICATION_JSON)
    public ProviderView behave(@PathParam("name") String name, @Nullable NewBehaviour request) {
        SimulatedProvider provider = provider(name);
        String word = Requests.body(request).behaviour();
        provider.behave(Behaviour.of(word)
                .orElseThrow(() -> RequestException.invalid(
                        "behaviour is '" + word + "'; allowed is one of " + Behaviour.words())));
        return provider.view();
    }

    private SimulatedProvider provider(String name) {
        return switch (name) {
            case "mail" -> mail;
            case "payment" -> payment;
            default ->
                throw RequestException.unknown("There is no provider '" + name + "'; there are mail and payment");
        };
    }
}
