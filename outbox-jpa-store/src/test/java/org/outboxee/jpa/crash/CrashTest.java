package org.outboxee.jpa.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.admin.RecordFilter;
import org.outboxee.admin.RecordState;
import org.outboxee.jpa.testing.Jta;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.spi.Availability;
import org.outboxee.spi.OutboxStore;

/**
 * Every committed message is delivered, none that rolled back is, those of one key in the order of their commits, and
 * no two deliveries of one message at a time but where a node stood still for longer than its lease: while processes
 * are killed, frozen and stopped, and the database is restarted. Scenarios 2, 12, 14, 16, 17.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "No process can be frozen there")
class CrashTest {

    private static final Logger LOG = Logger.getLogger(CrashTest.class.getName());
    private static final String POISON = "poison-1";
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @ParameterizedTest
    @CsvSource({"POSTGRESQL, PT45S", "MARIADB, PT20S", "SQLITE, PT20S"})
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    void nothingIsLostInventedReorderedOrDeliveredTwiceAtOnce(Kind kind, Duration duration) throws Exception {
        assumeTrue(Plan.wants(kind), "another database is wanted");
        Plan plan = Plan.configured(kind, duration);
        try (Server server = Server.start(kind);
                Witness witness = new Witness(kind, server.url())) {
            witness.create(WriterMain.ACCOUNTS);
            Member observer = Member.open(kind, server.url(), List::of);
            emitPoison(observer, witness);
            Torment torment = new Torment(plan, server);
            try {
                OutboxStore store = observer.backend().store();
                Operator operator = new Operator(store, witness, plan.seed());
                torment.run(witness, operator);
                awaitQuiet(torment, operator, store);
                check(plan, torment, operator, witness, store);
                assertThat(torment.stop())
                        .as("nodes end when they are asked to")
                        .isTrue();
            } finally {
                torment.abandon();
                observer.pool().close();
            }
        }
    }

    /** One message that takes its JVM down whenever it is delivered. */
    private static void emitPoison(Member member, Witness witness) {
        Jta.commit(() -> Jta.beforeCompletion(() -> member.backend()
                .appender()
                .append(List.of(WriterMain.message(POISON, RelayMain.POISON, null, new Availability.Now())))));
        witness.insertSent(POISON);
    }

    private static void awaitQuiet(Torment torment, Operator operator, OutboxStore store) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            torment.keepNodes();
            OutboxCounts counts = store.counts();
            if (counts.pending() == 0 && counts.claimed() == 0 && !operator.replayAll()) {
                return;
            }
            assertThat(System.nanoTime())
                    .as("%s are left %s after the last crash; stalled %s", counts, PATIENCE, store.stalledLanes(10))
                    .isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    private static void check(Plan plan, Torment torment, Operator operator, Witness witness, OutboxStore store) {
        List<String> dead = store.search(RecordFilter.of(RecordState.DEAD), 100, null).items().stream()
                .map(record -> record.id().messageId())
                .toList();
        Map<String, Long> given = new HashMap<>(operator.discarded());
        dead.forEach(id -> given.put(id, Long.MAX_VALUE));
        Evidence evidence = Evidence.read(witness, torment.all(), torment.frozen(), given);
        LOG.info(plan.kind() + ": " + torment + ", " + operator + ", " + evidence + "; seed " + plan.seed());
        assertThat(evidence.lost()).as("lost, seed %s", plan.seed()).isEmpty();
        assertThat(evidence.phantom()).as("phantom, seed %s", plan.seed()).isEmpty();
        assertThat(evidence.reordered()).as("reordered, seed %s", plan.seed()).isEmpty();
        assertThat(evidence.overlapping())
                .as("overlapping, seed %s", plan.seed())
                .isEmpty();
        assertThat(evidence.wrongEffects())
                .as("effects not exactly once, seed %s", plan.seed())
                .isEmpty();
        assertThat(evidence.revived())
                .as("delivered after a discard, seed %s", plan.seed())
                .isEmpty();
        assertThat(evidence.mostAttempts()).isLessThanOrEqualTo(RelayMain.CONFIG.maxAttempts());
        assertThat(dead).as("only the poison dies, seed %s", plan.seed()).containsExactly(POISON);
    }
}
