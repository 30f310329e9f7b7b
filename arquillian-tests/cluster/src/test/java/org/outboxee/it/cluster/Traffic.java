package org.outboxee.it.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Clients that change accounts, through all servers at once, while the test does something. A request that fails,
 * because its server is gone or is just being redeployed, is not repeated: whether it has committed, the tables know.
 */
final class Traffic {

    private static final int CLIENTS_PER_SERVER = 2;
    private static final int ACCOUNTS = 24;
    private static final int PAUSE_MILLIS = 25;

    private final List<Thread> clients = new ArrayList<>();
    private volatile boolean ended;

    private Traffic(long seed, WildFly... servers) {
        SplittableRandom random = new SplittableRandom(seed);
        for (WildFly server : servers) {
            for (int i = 0; i < CLIENTS_PER_SERVER; i++) {
                SplittableRandom own = random.split();
                Thread client = new Thread(() -> run(server, own), "client of " + server.name());
                clients.add(client);
                client.start();
            }
        }
    }

    private void run(WildFly server, SplittableRandom random) {
        try {
            while (!ended) {
                if (random.nextInt(5) == 0) {
                    server.post("change-none?name=changed");
                } else {
                    server.post("change?name=changed&account=" + random.nextInt(ACCOUNTS));
                }
                TimeUnit.MILLISECONDS.sleep(random.nextInt(PAUSE_MILLIS)); // so that the servers have time for the rest
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void end() throws InterruptedException {
        ended = true;
        for (Thread client : clients) {
            client.join();
        }
    }

    /** What the test does meanwhile. */
    interface Work {
        void run() throws Exception;
    }

    /** Returns when the work is done and the last request has been answered. */
    static void during(Work work, long seed, WildFly... servers) throws Exception {
        Traffic traffic = new Traffic(seed, servers);
        try {
            work.run();
        } finally {
            traffic.end();
        }
    }
}
