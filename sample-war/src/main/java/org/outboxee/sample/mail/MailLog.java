package org.outboxee.sample.mail;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.outboxee.DeliveryInfo;
import org.outboxee.sample.orders.OrderConfirmation;

/** Which mails were sent, by message id. */
@ApplicationScoped
public class MailLog {

    @PersistenceContext(unitName = "shop")
    private EntityManager em;

    /** Whether the message was handled before; if so, counts this delivery. */
    @Transactional
    public boolean isRepeated(String messageId) {
        Optional<SentMail> sent = em.createQuery("select m from SentMail m where m.messageId = :id", SentMail.class)
                .setParameter("id", messageId)
                .getResultStream()
                .findFirst();
        sent.ifPresent(SentMail::deliveredAgain);
        return sent.isPresent();
    }

    /** Notes a mail. */
    @Transactional
    public void add(OrderConfirmation order, DeliveryInfo delivery) {
        em.persist(new SentMail(order, delivery, Instant.now()));
    }

    /** The newest mails, newest first. */
    public List<MailView> newest(int limit) {
        return em.createQuery("select m from SentMail m order by m.id desc", SentMail.class)
                .setMaxResults(limit)
                .getResultStream()
                .map(SentMail::view)
                .toList();
    }
}
