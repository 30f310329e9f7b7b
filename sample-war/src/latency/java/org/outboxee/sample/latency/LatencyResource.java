package org.outboxee.sample.latency;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.outboxee.sample.orders.NewOrder;
import org.outboxee.sample.orders.Orders;

/** Places orders at a steady pace, for the customers in turn, and tells how soon each was confirmed. */
@Path("/latency")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class LatencyResource {

    private static final Duration PACE = Duration.ofMillis(20);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Inject
    private Orders orders;

    @Inject
    private Stopwatch stopwatch;

    /** The times from the return of the call that commits an order to its handler's call of the mail provider. */
    @POST
    public Figures measure(@QueryParam("orders") @DefaultValue("1000") int count) throws InterruptedException {
        List<String> customers = orders.customers().stream().map(customer -> customer.id()).toList();
        Map<String, Long> committed = new LinkedHashMap<>();
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            LockSupport.parkNanos(start + i * PACE.toNanos() - System.nanoTime());
            String id = orders.place(
                            new NewOrder.Checked(customers.get(i % customers.size()), "Notebook", BigDecimal.TEN))
                    .id();
            committed.put(id, System.nanoTime());
        }
        List<Long> times = new ArrayList<>();
        for (Map.Entry<String, Long> order : committed.entrySet()) {
            times.add(stopwatch.awaitHandled(order.getKey(), PATIENCE) - order.getValue());
        }
        return Figures.of(times);
    }
}
