package org.outboxee.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.outboxee.sample.admin.DeadLetterView;
import org.outboxee.sample.mail.MailView;
import org.outboxee.sample.orders.OrderView;
import org.outboxee.sample.provider.Behaviour;

/** The shop as {@code mvn -Prun} runs it: the same launcher, unpacked WildFly, configuration and WAR, over HTTP. */
@ExtendWith(SharedShop.class)
class ShopOnWildFlyIT {

    private static final String CUSTOMER = "grace";

    private static LaunchedShop launched;
    private static ShopClient shop;

    @BeforeAll
    static void enter_the_shop(LaunchedShop shared) {
        launched = shared;
        shop = new ShopClient(shared.address());
    }

    @AfterEach
    void let_the_providers_work_again() {
        shop.behave("mail", Behaviour.OK);
        shop.behave("payment", Behaviour.OK);
    }

    @Test
    void each_committed_order_is_confirmed_once_in_the_order_of_the_numbers() {
        eventually().until(shop::isQuiet);
        Rush rush = new Rush(shop);

        rush.placeOrders();

        assertThat(rush.committed()).hasSize(180);
        assertThat(rush.refused()).isEqualTo(20);
        eventually().untilAsserted(rush::everyCommittedOrderIsConfirmedAndPaid);
        rush.nothingElseHappened();
        rush.everyCustomerWasToldInOrder();
    }

    @Test
    void orders_of_one_customer_at_the_same_time_are_confirmed_in_the_order_of_their_numbers() {
        List<OrderView> orders = Rush.atTheSameTime(20, () -> shop.place("ken", "12.50"));

        eventually().until(() -> orders.stream().allMatch(shop::isConfirmed));
        List<String> placed = orders.stream().map(OrderView::id).toList();
        assertThat(shop.mails())
                .filteredOn(mail -> placed.contains(mail.order()))
                .extracting(MailView::number)
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void a_payment_that_keeps_failing_becomes_a_dead_letter_that_replay_delivers() {
        shop.behave("payment", Behaviour.FAIL);
        OrderView order = shop.place(CUSTOMER, "20");

        DeadLetterView letter = deadLetterAbout(order);
        assertThat(letter.name()).isEqualTo("payment.capture");
        assertThat(letter.attempts()).isEqualTo(4);
        assertThat(letter.error()).contains("The payment provider answered 503");
        assertThat(shop.isPaid(order)).isFalse();
        eventually().until(() -> shop.isConfirmed(order));

        shop.behave("payment", Behaviour.OK);
        assertThat(shop.replay(letter)).isEqualTo(204);
        eventually().until(() -> shop.isPaid(order));
        assertThat(shop.deadLetterAbout(order)).isEmpty();
        assertThat(shop.replay(letter)).isEqualTo(404);
    }

    @Test
    void a_payment_that_is_declined_is_dead_at_once_and_can_be_discarded() {
        shop.behave("payment", Behaviour.DECLINE);
        OrderView order = shop.place(CUSTOMER, "21");

        DeadLetterView letter = deadLetterAbout(order);
        assertThat(letter.attempts()).isEqualTo(1);
        assertThat(letter.error()).contains("declined");

        assertThat(shop.discard(letter)).isEqualTo(204);
        assertThat(shop.deadLetterAbout(order)).isEmpty();
        assertThat(shop.isPaid(order)).isFalse();
        assertThat(shop.discard(letter)).isEqualTo(404);
    }

    @Test
    void a_rate_limited_payment_is_tried_again_no_sooner_than_the_provider_asked_for() {
        shop.behave("payment", Behaviour.RATE_LIMIT);
        long calls = shop.provider("payment").calls();
        OrderView order = shop.place(CUSTOMER, "22");
        eventually().until(() -> shop.provider("payment").calls() > calls);

        shop.behave("payment", Behaviour.OK);
        eventually().until(() -> shop.isPaid(order));
        OrderView paid = shop.order(order.id());
        assertThat(Duration.between(paid.placedAt(), paid.paidAt())).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void a_payment_that_hangs_is_interrupted_by_the_delivery_timeout_and_tried_again() {
        shop.behave("payment", Behaviour.HANG);
        long interrupted = shop.provider("payment").interrupted();
        OrderView order = shop.place(CUSTOMER, "23");

        eventually().until(() -> shop.provider("payment").interrupted() > interrupted);
        assertThat(shop.isPaid(order)).isFalse();

        shop.behave("payment", Behaviour.OK);
        eventually().until(() -> shop.isPaid(order));
    }

    @Test
    void a_mail_that_fails_holds_back_the_later_mails_of_its_customer() {
        shop.behave("mail", Behaviour.FAIL);
        long calls = shop.provider("mail").calls();
        OrderView first = shop.place("margaret", "24");
        eventually().until(() -> shop.provider("mail").calls() > calls);
        shop.behave("mail", Behaviour.OK);
        OrderView second = shop.place("margaret", "25");

        eventually().until(() -> shop.isConfirmed(second));
        assertThat(shop.mails()).extracting(MailView::order).containsSubsequence(first.id(), second.id());
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "A process cannot be asked to end there, only be killed")
    void stop_and_start_keep_the_data_and_deliver_what_was_pending() throws Exception {
        OrderView confirmed = shop.place(CUSTOMER, "27");
        eventually().until(() -> shop.isConfirmed(confirmed) && shop.isPaid(confirmed));
        List<OrderView> orders = shop.orders();
        List<MailView> mails = shop.mails();
        shop.behave("payment", Behaviour.FAIL);
        long calls = shop.provider("payment").calls();
        OrderView waiting = shop.place(CUSTOMER, "28");
        eventually().until(() -> shop.provider("payment").calls() > calls);

        assertThat(launched.servers())
                .singleElement()
                .satisfies(server -> assertThat(server.info().arguments().orElseThrow())
                        .as("options for the server's JVM reach it")
                        .contains(System.getProperty("shop.jvm").split(" ")));
        int printed = launched.printed().length();
        int status = launched.stop();

        assertThat(status).as("the exit status of a program that SIGTERM ends").isEqualTo(143);
        assertThat(launched.servers()).isEmpty();
        assertThat(isFree(launched.address().getPort())).isTrue();
        assertThat(launched.printed().substring(printed))
                .as("the server, the outbox in it and the deliveries came to an orderly end")
                .contains("WFLYSRV0050", "OUTBOX-05042")
                .doesNotContain("OUTBOX-02018", "OUTBOX-02027");

        launched.start();

        assertThat(shop.orders()).containsAll(orders);
        assertThat(shop.mails()).containsAll(mails);
        eventually().until(() -> shop.isPaid(waiting) && shop.isConfirmed(waiting));
    }

    @Test
    void amounts_have_two_decimals_in_every_answer() {
        String placed = shop.send("POST", "api/orders", "{\"customer\":\"ada\",\"product\":\"Pen\",\"amount\":1e1}")
                .body();

        assertThat(placed).contains("\"amount\":10.00,");
        assertThat(shop.send("GET", "api/orders?limit=1", "").body()).contains("\"amount\":10.00,");
        assertThat(shop.send("GET", "api/customers", "").body()).contains("\"orderLimit\":1000.00}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            `{"customer":"ada","product":"Pen"}`                  | 400 | amount is missing
            `{"customer":"ada","product":"","amount":1}`          | 400 | product is
            `{"customer":"ada","product":"Pen","amount":0.001}`   | 400 | amount is 0.001
            `{"customer":"ada","product":"Pen","amount":"ten"}`   | 400 | The body is not the JSON that is expected
            `{"customer":`                                        | 400 | The body is not the JSON that is expected
            `[]`                                                  | 400 | The body is not the JSON that is expected
            `null`                                                | 400 | The request has no body
            `{"customer":"nobody","product":"Pen","amount":1}`    | 404 | There is no customer 'nobody'
            `{"customer":"ada","product":"Pen","amount":500.01}`  | 422 | An order of 500.01 is above the limit of 500.00
            """)
    void an_order_that_cannot_be_taken_is_refused_with_the_reason(String body, int status, String reason) {
        HttpResponse<String> response = shop.send("POST", "api/orders", body);

        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.body()).contains("{\"error\":\"" + reason);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, api/orders?limit=0, 400",
        "GET, api/mails?limit=many, 400",
        "GET, api/outbox?limit=1001, 400",
        "PUT, api/providers/mail, 400",
        "PUT, api/providers/nobody, 404",
        "POST, api/outbox/dead-letters/none/default/replay, 404",
        "DELETE, api/outbox/dead-letters/none/default, 404",
    })
    void any_other_bad_request_is_refused(String method, String path, int status) {
        HttpResponse<String> response =
                shop.send(method, path, method.equals("PUT") ? "{\"behaviour\":\"dance\"}" : "");

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).contains("{\"error\":\"");
    }

    @ParameterizedTest
    @CsvSource({"'', text/html", "shop.css, text/css", "shop.js, javascript"})
    void the_page_and_its_parts_are_served(String path, String type) {
        HttpResponse<String> response = shop.send("GET", path, "");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type").orElse("")).contains(type);
    }

    private static boolean isFree(int port) throws IOException {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (BindException e) {
            return false;
        }
    }

    private static DeadLetterView deadLetterAbout(OrderView order) {
        eventually().until(() -> shop.deadLetterAbout(order).isPresent());
        return shop.deadLetterAbout(order).orElseThrow();
    }

    private static ConditionFactory eventually() {
        return await().atMost(Duration.ofMinutes(1)).pollInterval(Duration.ofMillis(50));
    }
}
