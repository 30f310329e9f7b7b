package org.outboxee.it.cluster.app;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;

/** How the test speaks to the application. A request that was answered has committed. */
@WebServlet("/control/*")
public class ControlServlet extends HttpServlet {

    @Serial
    private static final long serialVersionUID = 1L;

    @Inject
    transient Accounts accounts;

    @Inject
    transient Deliveries deliveries;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        switch (request.getPathInfo()) {
            case "/change" ->
                accounts.change(request.getParameter("name"), Integer.parseInt(request.getParameter("account")));
            case "/change-none" -> accounts.changeNone(request.getParameter("name"));
            case "/hold" -> deliveries.hold();
            default -> response.sendError(HttpServletResponse.SC_NOT_FOUND);
        }
    }
}
