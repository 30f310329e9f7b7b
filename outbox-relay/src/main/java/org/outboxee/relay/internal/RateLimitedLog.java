package org.outboxee.relay.internal;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.outboxee.spi.Ticker;

/**
 * Logs what may repeat at a high rate: the first time at once, then at most once a minute for the same subject, with
 * the number of times left out.
 *
 * <p>Safe for concurrent use. Remembers a bounded number of subjects.
 */
final class RateLimitedLog {

    static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final int MAX_SUBJECTS = 500;

    private final System.Logger logger;
    private final Ticker ticker;

    /** Guarded by itself; the subject that was quiet for longest comes first. */
    private final Map<String, Subject> subjects = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Subject> eldest) {
            return size() > MAX_SUBJECTS;
        }
    };

    private static final class Subject {
        private long loggedAt;
        private long suppressed;

        Subject(long loggedAt) {
            this.loggedAt = loggedAt;
        }
    }

    RateLimitedLog(System.Logger logger, Ticker ticker) {
        this.logger = logger;
        this.ticker = ticker;
    }

    /** Logs now, or counts if the same subject was logged within the interval. */
    void log(Level level, String subject, Supplier<String> message, @Nullable Throwable thrown) {
        long suppressed = admit(subject);
        if (suppressed >= 0) {
            String more = suppressed == 0 ? "" : " (" + suppressed + " more like this since the last one)";
            logger.log(level, message.get() + more, thrown);
        }
    }

    /** How many were left out before this one, or -1 if this one is left out. */
    private long admit(String subject) {
        long now = ticker.nanos();
        synchronized (subjects) {
            Subject known = subjects.get(subject);
            if (known == null) {
                subjects.put(subject, new Subject(now));
                return 0;
            }
            if (now - known.loggedAt < INTERVAL.toNanos()) {
                known.suppressed++;
                return -1;
            }
            long suppressed = known.suppressed;
            known.loggedAt = now;
            known.suppressed = 0;
            return suppressed;
        }
    }
}
