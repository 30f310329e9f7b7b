package org.outboxee.it.handle;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.outboxee.DeliveryInfo;
import org.outboxee.it.support.Inbox;
import org.outboxee.it.support.Note;
import org.outboxee.it.support.Transactions;

/** Called by every handler of this package: notes where the handler runs, then that the message arrived. */
@ApplicationScoped
public class Surroundings {

    private final Map<String, Call> calls = new ConcurrentHashMap<>();

    @Inject
    Transactions transactions;

    @Inject
    CurrentRequest request;

    @Inject
    Inbox inbox;

    /** Reports the call of the handler that is running. */
    public void report(Note note, DeliveryInfo info) {
        calls.put(note.text(), here());
        inbox.add(note.text(), info);
    }

    Call of(String text) {
        Call call = calls.get(text);
        if (call == null) {
            throw new AssertionError("No handler reported '" + text + "'; reported: " + calls.keySet());
        }
        return call;
    }

    Call here() {
        return new Call(
                transactions.status(),
                Thread.currentThread().getContextClassLoader(),
                request.id(),
                request.id(),
                entry(),
                Thread.currentThread());
    }

    @SuppressWarnings("BanJNDI") // the name is a constant
    private static String entry() {
        try {
            return new InitialContext().lookup("java:comp/env/greeting").toString();
        } catch (NamingException e) {
            throw new IllegalStateException("java:comp is not that of the web module", e);
        }
    }
}
