package org.outboxee.benchmarks.runs;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What threads have allocated. */
final class Allocation {

    private Allocation() {}

    /** Bytes that the threads which live have allocated since they began. */
    static long total() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long total = 0;
        for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
            total += Math.max(0, bytes);
        }
        return total;
    }
}
