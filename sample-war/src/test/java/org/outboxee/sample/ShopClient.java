package org.outboxee.sample;

import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbBuilder;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.outboxee.sample.admin.DeadLetterView;
import org.outboxee.sample.admin.OutboxView;
import org.outboxee.sample.mail.MailView;
import org.outboxee.sample.orders.CustomerView;
import org.outboxee.sample.orders.NewOrder;
import org.outboxee.sample.orders.OrderView;
import org.outboxee.sample.provider.Behaviour;
import org.outboxee.sample.provider.NewBehaviour;
import org.outboxee.sample.provider.ProviderView;

/** The shop as its page uses it: over HTTP. Safe for any number of threads. */
final class ShopClient {

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    private final Jsonb json = JsonbBuilder.create();
    private final URI shop;

    ShopClient(URI shop) {
        this.shop = shop;
    }

    /** Places an order that must be taken. */
    OrderView place(String customer, String amount) {
        HttpResponse<String> response = tryToPlace(customer, amount);
        if (response.statusCode() != 201) {
            throw new AssertionError("The order was not taken: " + response.statusCode() + " " + response.body());
        }
        return json.fromJson(response.body(), OrderView.class);
    }

    HttpResponse<String> tryToPlace(String customer, String amount) {
        return send("POST", "api/orders", json.toJson(new NewOrder(customer, "Fountain pen", new BigDecimal(amount))));
    }

    List<CustomerView> customers() {
        return List.of(get("api/customers", CustomerView[].class));
    }

    List<OrderView> orders() {
        return List.of(get("api/orders?limit=1000", OrderView[].class));
    }

    OrderView order(String id) {
        return orders().stream()
                .filter(order -> order.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new AssertionError("There is no order " + id));
    }

    boolean isPaid(OrderView order) {
        return order(order.id()).paidAt() != null;
    }

    /** The mails in the order of sending. */
    List<MailView> mails() {
        MailView[] newestFirst = get("api/mails?limit=1000", MailView[].class);
        return List.of(newestFirst).stream()
                .sorted((a, b) -> Long.compare(a.id(), b.id()))
                .toList();
    }

    boolean isConfirmed(OrderView order) {
        return mails().stream().anyMatch(mail -> mail.order().equals(order.id()));
    }

    OutboxView outbox() {
        return get("api/outbox?limit=1000", OutboxView.class);
    }

    /** Whether every message was delivered or is dead. */
    boolean isQuiet() {
        OutboxView outbox = outbox();
        return outbox.pending() == 0 && outbox.claimed() == 0;
    }

    Optional<DeadLetterView> deadLetterAbout(OrderView order) {
        return outbox().deadLetters().stream()
                .filter(letter -> order.id().equals(letter.order()))
                .findFirst();
    }

    int replay(DeadLetterView letter) {
        return send("POST", path(letter) + "/replay", "").statusCode();
    }

    int discard(DeadLetterView letter) {
        return send("DELETE", path(letter), "").statusCode();
    }

    private static String path(DeadLetterView letter) {
        return "api/outbox/dead-letters/" + letter.messageId() + "/" + letter.binding();
    }

    ProviderView provider(String name) {
        return List.of(get("api/providers", ProviderView[].class)).stream()
                .filter(provider -> provider.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    void behave(String provider, Behaviour behaviour) {
        HttpResponse<String> response =
                send("PUT", "api/providers/" + provider, json.toJson(new NewBehaviour(behaviour.word())));
        if (response.statusCode() != 200) {
            throw new AssertionError("The " + provider + " provider cannot " + behaviour + ": " + response.body());
        }
    }

    private <T> T get(String path, Class<T> type) {
        HttpResponse<String> response = send("GET", path, "");
        if (response.statusCode() != 200) {
            throw new AssertionError(path + " gives " + response.statusCode() + " " + response.body());
        }
        return json.fromJson(response.body(), type);
    }

    /** Sends a request with a JSON body, or with none if it is empty. */
    HttpResponse<String> send(String method, String path, String body) {
        return send(method, path, body, Duration.ofSeconds(30));
    }

    HttpResponse<String> send(String method, String path, String body, Duration timeout) {
        HttpRequest.Builder request = HttpRequest.newBuilder(shop.resolve(path)).timeout(timeout);
        if (body.isEmpty()) {
            request.method(method, BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json").method(method, BodyPublishers.ofString(body));
        }
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(method + " " + path + " got no answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(method + " " + path + " was interrupted", e);
        }
    }
}
