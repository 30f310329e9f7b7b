package org.outboxee.dynamo.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.outboxee.dynamo.internal.MeteredClient.Cost;

/** What the layout by age costs for a message of 1 KB, in batches of 99, by what the server says of every request. */
class CostTest {

    @Test
    void messageCostsHalfAReadUnitAndSixWriteUnitsFromEndToEnd() {
        for (boolean keyed : new boolean[] {true, false}) {
            try (CostRun run = new CostRun(AgeLayout.NAME, 1024, keyed)) {
                Cost append = run.fillTo(1000);
                List<Cost> drained = run.drain(99, 5);
                Cost all = append.plus(drained.get(0)).plus(drained.get(1));
                assertThat(all.reads()).isPositive().isLessThan(0.5);
                assertThat(all.writes()).isPositive().isLessThan(6);
            }
        }
    }

    @Test
    void stalledLanesMakeTheOthersNoMoreExpensive() {
        try (CostRun run = new CostRun(AgeLayout.NAME, 1024, true)) {
            for (int lane = 0; lane < 60; lane++) {
                run.stall("stalled-" + lane, 10);
            }
            Cost append = run.fillTo(500);
            List<Cost> drained = run.drain(99, 4);
            Cost all = append.plus(drained.get(0)).plus(drained.get(1));
            assertThat(all.reads()).isPositive().isLessThan(0.5);
            assertThat(all.writes()).isPositive().isLessThan(6);
        }
    }
}
