package org.outboxee.jpa.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** What the library logs while this is open, kept from the console. Safe for any number of threads. */
public final class OutboxLog implements AutoCloseable {

    /** Held, since the log manager would let an unused logger go. */
    private final Logger logger = Logger.getLogger("org.outboxee");

    private final @Nullable Level before;
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            records.add(entry);
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

    /** Captures from now on, as much as the log's settings let through. */
    public OutboxLog() {
        this(null);
    }

    /** Captures what has this level at least from now on. */
    public OutboxLog(@Nullable Level level) {
        before = logger.getLevel();
        if (level != null) {
            logger.setLevel(level);
        }
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
    }

    /** What was logged, without stack traces. */
    public List<String> lines() {
        return records.stream().map(LogRecord::getMessage).toList();
    }

    /** What was logged with this id. */
    public List<String> lines(String id) {
        return lines().stream().filter(line -> line.startsWith(id + ":")).toList();
    }

    @Override
    public void close() {
        logger.removeHandler(handler);
        logger.setLevel(before);
        logger.setUseParentHandlers(true);
    }
}
