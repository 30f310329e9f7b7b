package org.outboxee.cdi.internal.metrics;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;

/** The meters of one outbox in a metrics library. Safe for concurrent use, and so is what it returns. */
public interface Meters extends AutoCloseable {

    /** Shows a number from now on; reading it costs nothing. */
    void gauge(Meter meter, DoubleSupplier value);

    /** What adds to a counter, with these values of its tags. */
    LongConsumer counter(Meter meter, List<String> tagValues);

    /** What adds to a timer, with these values of its tags. */
    Consumer<Duration> timer(Meter meter, List<String> tagValues);

    /** Removes all of its meters, which hold the application's class loader. */
    @Override
    void close();
}
