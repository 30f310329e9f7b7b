package org.outboxee.sample.orders;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.outboxee.sample.web.Requests;

/** Orders and customers over HTTP. */
@Path("/")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class OrdersResource {

    @Inject
    private Orders orders;

    /** Places an order: 201, or 400, 404 or 422 with the reason. */
    @POST
    @Path("orders")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response place(@Nullable NewOrder order) {
        OrderView placed = orders.place(Requests.body(order).checked());
        return Response.status(Response.Status.CREATED).entity(placed).build();
    }

    /** The newest orders, newest first. */
    @GET
    @Path("orders")
    public List<OrderView> newest(@QueryParam("limit") @Nullable String limit) {
        return orders.newest(Requests.limit(limit));
    }

    /** All customers. */
    @GET
    @Path("customers")
    public List<CustomerView> customers() {
        return orders.customers();
    }
}
