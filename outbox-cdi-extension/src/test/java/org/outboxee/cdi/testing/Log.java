package org.outboxee.cdi.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the extension logs while this is open. */
public final class Log extends Handler {

    private final Logger logger = Logger.getLogger("org.outboxee.cdi");
    private final List<String> lines = new CopyOnWriteArrayList<>();

    /** Starts to listen. */
    public Log() {
        logger.addHandler(this);
    }

    /** Each line as its level and message. */
    public List<String> lines() {
        return lines;
    }

    @Override
    public void publish(LogRecord entry) {
        lines.add(entry.getLevel() + " " + entry.getMessage());
    }

    @Override
    public void flush() {
        // nothing is held back
    }

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
