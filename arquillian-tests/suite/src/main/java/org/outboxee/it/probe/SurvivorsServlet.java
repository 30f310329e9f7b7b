package org.outboxee.it.probe;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Serial;
import java.util.Arrays;
import java.util.List;

/** Collects garbage, then tells which class loaders and threads of the redeployed application are left. */
@WebServlet("/survivors")
public class SurvivorsServlet extends HttpServlet {

    @Serial
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        MethodHandleCaches.takePlace();
        System.gc();
        List<ClassLoader> alive = Loaders.alive();
        PrintWriter out = response.getWriter();
        out.print(Loaders.registered() + " class loaders, " + alive.size() + " alive");
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            if (alive.contains(thread.getContextClassLoader()) || (isOurs(stack) && thread != Thread.currentThread())) {
                out.print("\n" + thread + " is left: " + Arrays.toString(stack));
            }
        });
    }

    private static boolean isOurs(StackTraceElement[] stack) {
        return Arrays.stream(stack).anyMatch(frame -> frame.getClassName().startsWith("org.outboxee."));
    }
}
