package org.outboxee.it.exactlyonce.jms;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSDestinationDefinition;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import java.util.Collections;
import java.util.Enumeration;
import java.util.UUID;

/** A queue in the server's broker, which is an XA resource beside the database. */
@ApplicationScoped
@JMSDestinationDefinition(
        name = "java:app/jms/letters",
        interfaceName = "jakarta.jms.Queue",
        destinationName = "letters")
public class Letters {

    @Resource(lookup = "java:comp/DefaultJMSConnectionFactory")
    ConnectionFactory connections;

    @Resource(lookup = "java:app/jms/letters")
    Queue queue;

    /** The broker keeps what it has: this tells the letters of this deployment from those of another. */
    private final String sender = UUID.randomUUID().toString();

    /** Sends a letter about a task with the commit of this transaction. */
    public void send(String task) {
        try (JMSContext context = connections.createContext()) {
            context.createProducer()
                    .setProperty("sender", sender)
                    .setProperty("task", task)
                    .send(queue, task);
        }
    }

    /** How many letters about a task are in the queue. Call it outside a transaction. */
    public int count(String task) {
        String selector = "sender = '" + sender + "' and task = '" + task + "'";
        try (JMSContext context = connections.createContext();
                QueueBrowser browser = context.createBrowser(queue, selector)) {
            Enumeration<?> found = browser.getEnumeration();
            return Collections.list(found).size();
        } catch (JMSException e) {
            throw new IllegalStateException(selector, e);
        }
    }
}
