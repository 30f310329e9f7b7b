package org.outboxee.relay.sim;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the relay logs while this is open, kept from the console. Safe for concurrent use. */
public final class CapturedLog implements AutoCloseable {

    private static final String UNEXPECTED = "OUTBOX-02029";

    /** Held, since the log manager would let an unused logger go. */
    private final Logger logger = Logger.getLogger("org.outboxee.relay");

    private final List<LogRecord> records = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            if (isLoggable(entry)) {
                records.add(entry);
            }
        }

        @Override
        public void flush() {
            // Nothing is buffered.
        }

        @Override
        public void close() {
            // Nothing to close.
        }
    };

    private CapturedLog() {
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
    }

    /** Captures from now on. */
    public static CapturedLog open() {
        return new CapturedLog();
    }

    /** Captures the lines that say that something unexpected happened, and nothing else. */
    public static CapturedLog unexpectedOnly() {
        CapturedLog log = new CapturedLog();
        log.logger.setLevel(Level.SEVERE);
        log.handler.setFilter(entry -> entry.getMessage().startsWith(UNEXPECTED));
        return log;
    }

    /** The lines with this id. */
    public List<String> lines(String id) {
        return records.stream()
                .map(LogRecord::getMessage)
                .filter(line -> line.startsWith(id + ":"))
                .toList();
    }

    /** The lines that say that something unexpected happened. */
    public List<String> unexpected() {
        return lines(UNEXPECTED);
    }

    /** The lines of this level or above. */
    public List<String> atLeast(Level level) {
        return records.stream()
                .filter(entry -> entry.getLevel().intValue() >= level.intValue())
                .map(LogRecord::getMessage)
                .toList();
    }

    @Override
    public void close() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
        logger.setLevel(null);
    }
}
