package org.outboxee.sample;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.outboxee.sample.mail.MailView;
import org.outboxee.sample.orders.CustomerView;
import org.outboxee.sample.orders.OrderView;

/** Eight clients at once, one customer each, 200 orders in all; every tenth is above its customer's limit. */
final class Rush {

    private static final int CLIENTS = 8;
    private static final int ORDERS_PER_CLIENT = 25;

    private final ShopClient shop;
    private final List<CustomerView> customers;
    private final List<String> ordersBefore;
    private final long lastMailBefore;
    private final long mailCallsBefore;
    private final long paymentCallsBefore;
    private final Queue<String> committed = new ConcurrentLinkedQueue<>();
    private final AtomicInteger refused = new AtomicInteger();

    Rush(ShopClient shop) {
        this.shop = shop;
        customers = shop.customers();
        ordersBefore = shop.orders().stream().map(OrderView::id).toList();
        lastMailBefore = shop.mails().stream().mapToLong(MailView::id).max().orElse(0);
        mailCallsBefore = shop.provider("mail").calls();
        paymentCallsBefore = shop.provider("payment").calls();
        assertThat(customers).hasSize(CLIENTS);
    }

    void placeOrders() {
        AtomicInteger clients = new AtomicInteger();
        atTheSameTime(CLIENTS, () -> {
            int client = clients.getAndIncrement();
            for (int i = 0; i < ORDERS_PER_CLIENT; i++) {
                place(customers.get(client), (client * ORDERS_PER_CLIENT + i) % 10 == 9);
            }
            return client;
        });
    }

    private void place(CustomerView customer, boolean aboveTheLimit) {
        if (aboveTheLimit) {
            HttpResponse<String> response = shop.tryToPlace(
                    customer.id(), customer.orderLimit().add(BigDecimal.ONE).toPlainString());
            assertThat(response.statusCode()).as(response.body()).isEqualTo(422);
            refused.incrementAndGet();
        } else {
            committed.add(shop.place(customer.id(), "19.90").id());
        }
    }

    List<String> committed() {
        return List.copyOf(committed);
    }

    int refused() {
        return refused.get();
    }

    void everyCommittedOrderIsConfirmedAndPaid() {
        assertThat(mails()).extracting(MailView::order).containsExactlyInAnyOrderElementsOf(committed);
        assertThat(orders()).allMatch(order -> order.paidAt() != null);
    }

    /** No order, mail or call more than there must be; called when everything that must be is there. */
    void nothingElseHappened() {
        assertThat(orders()).extracting(OrderView::id).containsExactlyInAnyOrderElementsOf(committed);
        assertThat(mails()).allMatch(mail -> mail.deliveries() == 1 && mail.attempt() == 1);
        assertThat(shop.provider("mail").calls() - mailCallsBefore).isEqualTo(committed.size());
        assertThat(shop.provider("payment").calls() - paymentCallsBefore).isEqualTo(committed.size());
        assertThat(shop.outbox().dead()).isZero();
    }

    void everyCustomerWasToldInOrder() {
        Map<String, List<MailView>> byCustomer = mails().stream().collect(groupingBy(MailView::customer));
        assertThat(byCustomer).hasSize(CLIENTS);
        byCustomer.forEach((customer, mails) -> {
            int first = mails.get(0).number();
            assertThat(mails)
                    .as(customer)
                    .extracting(MailView::number)
                    .containsExactlyElementsOf(
                            IntStream.range(first, first + mails.size()).boxed().toList());
        });
    }

    private List<MailView> mails() {
        return shop.mails().stream().filter(mail -> mail.id() > lastMailBefore).toList();
    }

    private List<OrderView> orders() {
        return shop.orders().stream()
                .filter(order -> !ordersBefore.contains(order.id()))
                .toList();
    }

    /** Runs a task on so many threads, all starting together, and gives the results. */
    static <T> List<T> atTheSameTime(int threads, Callable<T> task) {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        CyclicBarrier start = new CyclicBarrier(threads);
        try {
            List<Future<T>> running = IntStream.range(0, threads)
                    .mapToObj(i -> executor.submit(() -> {
                        start.await();
                        return task.call();
                    }))
                    .toList();
            return running.stream().map(Rush::result).toList();
        } finally {
            executor.shutdownNow();
        }
    }

    private static <T> T result(Future<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new AssertionError("A client failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted while clients were running", e);
        }
    }
}
