package org.outboxee.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.outboxee.sample.server.ShopServer;
import org.outboxee.sample.server.WildFly;

/** A measurement, not a check: run by the build's {@code latency} profile only, whose WAR has the stopwatch in it. */
class CommitToHandlerLatency {

    private static final Logger LOG = System.getLogger(CommitToHandlerLatency.class.getName());

    @Test
    void of_a_thousand_orders_fifty_a_second() throws Exception {
        try (ShopServer server = new WildFly(Shops.fresh("wildfly.home", "latency"))) {
            server.start();
            ShopClient shop = new ShopClient(server.address());

            LOG.log(Level.INFO, "Warm-up: " + measured(shop, 1000));
            LOG.log(Level.INFO, "Commit to handler, in ms: " + measured(shop, 1000));
        }
    }

    private static String measured(ShopClient shop, int orders) {
        HttpResponse<String> response = shop.send("POST", "api/latency?orders=" + orders, "", Duration.ofMinutes(5));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }
}
