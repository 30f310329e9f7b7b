package org.outboxee.sample.orders;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.time.Instant;
import java.util.List;
import org.outboxee.EmitOptions;
import org.outboxee.Outbox;
import org.outboxee.sample.web.RequestException;

/** The shop's business: an order and the messages about it commit together, or not at all. */
@ApplicationScoped
public class Orders {

    /** The header that names the order, for whoever looks at a dead letter. */
    public static final String ORDER_HEADER = "order";

    @PersistenceContext(unitName = "shop")
    private EntityManager em;

    @Inject
    private Outbox outbox;

    /**
     * Places an order, and has the customer told and the money collected after the commit.
     *
     * @throws RequestException if the customer is unknown, or the amount is above the customer's limit: the order and
     *     both messages are rolled back then
     */
    @Transactional
    public OrderView place(NewOrder.Checked request) {
        // The lock is held to the commit, so that the numbers follow the order of the commits.
        Customer customer = em.find(Customer.class, request.customer(), LockModeType.PESSIMISTIC_WRITE);
        if (customer == null) {
            throw RequestException.unknown("There is no customer '" + request.customer() + "'");
        }
        PurchaseOrder order = new PurchaseOrder(
                customer.id(), customer.takeOrderNumber(), request.product(), request.amount(), Instant.now());
        em.persist(order);

        outbox.emit(
                OrderConfirmation.NAME,
                new OrderConfirmation(order.id(), order.customer(), order.number(), order.product(), order.amount()),
                EmitOptions.key(customer.id()).withHeader(ORDER_HEADER, order.id()));
        outbox.emit(
                CapturePayment.NAME,
                new CapturePayment(order.id(), order.amount()),
                EmitOptions.header(ORDER_HEADER, order.id()));

        // Last on purpose: a rule that fails after the emit leaves neither an order nor a message behind.
        if (!customer.mayOrder(order.amount())) {
            throw RequestException.rejected("An order of " + order.amount().toPlainString() + " is above the limit of "
                    + customer.orderLimit().toPlainString() + " of " + customer.name());
        }
        return OrderView.of(order);
    }

    /** Notes that an order was paid; a second time changes nothing. */
    @Transactional
    public void paid(String orderId) {
        PurchaseOrder order = em.find(PurchaseOrder.class, orderId);
        if (order == null) {
            throw new IllegalStateException("There is no order " + orderId + " to note the payment of");
        }
        order.paid(Instant.now());
    }

    /** The newest orders, newest first. */
    public List<OrderView> newest(int limit) {
        return em.createQuery("select o from PurchaseOrder o order by o.placedAt desc, o.id desc", PurchaseOrder.class)
                .setMaxResults(limit)
                .getResultStream()
                .map(OrderView::of)
                .toList();
    }

    /** All customers by name. */
    public List<CustomerView> customers() {
        return em.createQuery("select c from Customer c order by c.name", Customer.class)
                .getResultStream()
                .map(CustomerView::of)
                .toList();
    }
}
