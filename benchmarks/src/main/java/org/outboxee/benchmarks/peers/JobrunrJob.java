package org.outboxee.benchmarks.peers;

import java.util.function.Consumer;

/** What JobRunr calls: by name, so that it has to be static and public. */
public final class JobrunrJob {

    static volatile Consumer<String> handler = payload -> {};

    private JobrunrJob() {}

    /** Takes a message. */
    public static void run(String payload) {
        handler.accept(payload);
    }
}
