package org.outboxee.it.undeploy;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import org.outboxee.it.support.OutboxTable;

/** Tells how many receipts a note has; with {@code settled}, after the outbox has nothing left. */
@WebServlet("/receipts")
public class ReceiptsServlet extends HttpServlet {

    @Serial
    private static final long serialVersionUID = 1L;

    @Inject
    transient OutboxTable table;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getParameter("settled") != null) {
            table.awaitEmpty();
        }
        long receipts = table.count("select count(*) from Receipt where note = ?", request.getParameter("text"));
        response.getWriter().print(receipts);
    }
}
