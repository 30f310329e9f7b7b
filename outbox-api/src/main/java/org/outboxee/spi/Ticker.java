package org.outboxee.spi;

/** A source of monotonic time, for durations. Instants come from {@link OutboxStore#now()}. */
@FunctionalInterface
public interface Ticker {

    /** {@link System#nanoTime()}. */
    Ticker SYSTEM = System::nanoTime;

    /** Nanoseconds since an arbitrary origin; only differences have a meaning. */
    long nanos();
}
