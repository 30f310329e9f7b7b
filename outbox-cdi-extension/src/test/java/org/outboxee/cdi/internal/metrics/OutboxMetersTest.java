package org.outboxee.cdi.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.outboxee.cdi.testing.Log;
import org.outboxee.spi.OutboxSample;

class OutboxMetersTest {

    @AutoClose
    private final Log log = new Log();

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final MicrometerMeters library = new MicrometerMeters(registry, "shop");

    @Test
    void gauges_show_the_last_sample_and_are_not_a_number_before_the_first() {
        OutboxMeters meters = new OutboxMeters(List.of(library));
        assertThat(registry.get("outbox.depth").gauge().value()).isNaN();
        meters.sampled(new OutboxSample(5, 4, 3, Optional.of(Duration.ofMillis(2500)), 2, 1));
        assertThat(registry.get("outbox.depth").gauge().value()).isEqualTo(5);
        assertThat(registry.get("outbox.claimed.depth").gauge().value()).isEqualTo(4);
        assertThat(registry.get("outbox.dead").gauge().value()).isEqualTo(3);
        assertThat(registry.get("outbox.oldest.age.seconds").gauge().value()).isEqualTo(2.5);
        assertThat(registry.get("outbox.stalled.lanes").gauge().value()).isEqualTo(2);
        assertThat(registry.get("outbox.owned.partitions").gauge().value()).isEqualTo(1);
    }

    @Test
    void names_that_are_made_up_at_run_time_do_not_fill_the_registry() {
        OutboxMeters meters = new OutboxMeters(List.of(library));
        for (int i = 0; i < 1000; i++) {
            meters.emitted("order " + i, 1);
        }
        meters.emitted("order 0", 1);
        assertThat(registry.find("outbox.emitted").counters()).hasSize(TagValues.MOST + 1);
        assertThat(registry.get("outbox.emitted")
                        .tag("name", "order 0")
                        .counter()
                        .count())
                .isEqualTo(2);
        assertThat(registry.get("outbox.emitted")
                        .tag("name", TagValues.OTHER)
                        .counter()
                        .count())
                .isEqualTo(1000 - TagValues.MOST);
    }

    @Test
    void what_stores_count_has_the_partition_as_its_tag() {
        OutboxMeters meters = new OutboxMeters(List.of(library));
        meters.claimConflict(7);
        meters.claimScanned(7, 3);
        meters.claimTruncated();
        assertThat(registry.get("outbox.claim.conflicts")
                        .tag("partition", "7")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("outbox.dynamodb.claim.scan.pages")
                        .tag("partition", "7")
                        .counter()
                        .count())
                .isEqualTo(3);
        assertThat(registry.get("outbox.dynamodb.claim.truncated").counter().count())
                .isEqualTo(1);
    }

    @Test
    void a_library_that_refuses_a_metric_is_told_and_the_others_count_it() {
        OutboxMeters meters = new OutboxMeters(List.of(new Refusing(), library));
        meters.released(2);
        assertThat(registry.get("outbox.released").counter().count()).isEqualTo(2);
        assertThat(log.lines())
                .filteredOn(line -> line.contains("OUTBOX-05063") && line.contains(" outbox.released "))
                .hasSize(1);
    }

    private static final class Refusing implements Meters {
        @Override
        public void gauge(Meter meter, DoubleSupplier value) {
            throw new IllegalArgumentException("taken");
        }

        @Override
        public LongConsumer counter(Meter meter, List<String> tagValues) {
            throw new IllegalArgumentException("taken");
        }

        @Override
        public Consumer<Duration> timer(Meter meter, List<String> tagValues) {
            throw new IllegalArgumentException("taken");
        }

        @Override
        public void close() {}
    }
}
