package org.outboxee.it.monitor;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import org.outboxee.EmitOptions;
import org.outboxee.Outbox;
import org.outboxee.it.support.Note;
import org.outboxee.it.support.Transactions;

/** Emits a message with an ordering key. */
@WebServlet("/emit")
public class EmitServlet extends HttpServlet {

    @Serial
    private static final long serialVersionUID = 1L;

    @Inject
    transient Outbox outbox;

    @Inject
    transient Transactions transactions;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String name = request.getParameter("name");
        response.getWriter()
                .print(transactions.required(
                        () -> outbox.emit(name, new Note("note"), EmitOptions.key("key of " + name))));
    }
}
