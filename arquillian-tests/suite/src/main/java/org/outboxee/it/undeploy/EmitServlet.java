package org.outboxee.it.undeploy;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import org.outboxee.Outbox;
import org.outboxee.it.support.Inbox;
import org.outboxee.it.support.Note;
import org.outboxee.it.support.Transactions;

/** Emits a message, and answers when its handler has begun. */
@WebServlet("/emit")
public class EmitServlet extends HttpServlet {

    @Serial
    private static final long serialVersionUID = 1L;

    @Inject
    transient Outbox outbox;

    @Inject
    transient Transactions transactions;

    @Inject
    transient Inbox inbox;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        transactions.run(() -> outbox.emit(request.getParameter("name"), new Note(request.getParameter("text"))));
        inbox.next(request.getParameter("text"));
        response.getWriter().print("running");
    }
}
