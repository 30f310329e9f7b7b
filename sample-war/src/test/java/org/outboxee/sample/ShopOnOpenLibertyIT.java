package org.outboxee.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.outboxee.sample.orders.OrderView;
import org.outboxee.sample.server.OpenLiberty;
import org.outboxee.sample.server.ShopServer;

/** The WAR that runs on WildFly runs on Open Liberty as it is, with EclipseLink. */
class ShopOnOpenLibertyIT {

    private static ShopServer server;
    private static ShopClient shop;

    @BeforeAll
    static void start_the_server() throws Exception {
        server = new OpenLiberty(Shops.fresh("liberty.home", "liberty"));
        server.start();
        shop = new ShopClient(server.address());
    }

    @AfterAll
    static void stop_the_server() {
        server.stop();
    }

    @Test
    void an_order_is_confirmed_and_paid() {
        OrderView order = shop.place("ada", "19.90");

        await().atMost(Duration.ofMinutes(1)).until(() -> shop.isConfirmed(order) && shop.isPaid(order));
    }

    @Test
    void an_order_above_the_limit_leaves_nothing_behind() {
        HttpResponse<String> response = shop.tryToPlace("alan", "500.01");

        assertThat(response.statusCode()).isEqualTo(422);
        assertThat(shop.orders()).noneMatch(order -> order.customer().equals("alan"));
    }

    @Test
    void a_malformed_order_is_refused_with_the_reason() {
        HttpResponse<String> response = shop.send("POST", "api/orders", "{\"customer\":");

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("The body is not the JSON that is expected here");
    }
}
