package org.outboxee.it.fail;

import static java.util.concurrent.TimeUnit.SECONDS;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.outboxee.DeliveryInfo;

/** Every handler of this package works here: it runs the plan of the job and keeps the attempts. */
@ApplicationScoped
public class Workshop {

    private static final int PATIENCE_SECONDS = 30;

    private final Map<String, Plan> plans = new ConcurrentHashMap<>();

    private final Map<String, BlockingQueue<Attempt>> attempts = new ConcurrentHashMap<>();

    void plan(String job, Plan plan) {
        plans.put(job, plan);
    }

    /** Runs the plan of the job. */
    public void work(Job job, DeliveryInfo info) throws Exception {
        Plan plan = plans.getOrDefault(job.name(), attempt -> {});
        long start = System.nanoTime();
        try {
            plan.run(info.attempt());
        } finally {
            queue(job.name()).add(new Attempt(info.attempt(), info.messageId(), start, System.nanoTime()));
        }
    }

    /** Takes the next attempts of a job, waiting for them. */
    List<Attempt> nextAttempts(String job, int count) throws InterruptedException {
        List<Attempt> taken = new ArrayList<>();
        while (taken.size() < count) {
            Attempt attempt = queue(job).poll(PATIENCE_SECONDS, SECONDS);
            if (attempt == null) {
                throw new AssertionError("Job " + job + " was attempted " + taken + ", no more within "
                        + PATIENCE_SECONDS + " s; expected " + count);
            }
            taken.add(attempt);
        }
        return taken;
    }

    private BlockingQueue<Attempt> queue(String job) {
        return attempts.computeIfAbsent(job, j -> new LinkedBlockingQueue<>());
    }
}
