package org.outboxee.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jboss.weld.junit5.EnableWeld;
import org.jboss.weld.junit5.WeldInitiator;
import org.jboss.weld.junit5.WeldSetup;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.outboxee.EmitOptions;
import org.outboxee.Outbox;
import org.outboxee.OutboxHandler;
import org.outboxee.PermanentFailureException;
import org.outboxee.RetryAfterException;
import org.outboxee.admin.OutboxAdmin;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.admin.RecordDetails;
import org.outboxee.admin.RecordFilter;
import org.outboxee.admin.RecordId;
import org.outboxee.admin.RecordState;
import org.outboxee.admin.RecordSummary;
import org.outboxee.admin.StalledLane;
import org.outboxee.cdi.testing.Applications;
import org.outboxee.cdi.testing.Configured;
import org.outboxee.cdi.testing.Log;

/** What an operator sees and does. */
@EnableWeld
class AdminTest {

    @WeldSetup
    WeldInitiator weld = Applications.of(Configured.with("outbox.emit.transaction=auto"), Desk.class);

    @AutoClose
    private final Log log = new Log();

    @Inject
    Outbox outbox;

    @Inject
    OutboxAdmin admin;

    @Inject
    Desk desk;

    @Test
    void a_lane_that_is_held_up_is_shown_and_goes_on_when_its_head_is_discarded() {
        String head = outbox.emit("order", "wait", EmitOptions.key("c1"));
        await().until(() -> !admin.stalledLanes(10).isEmpty());
        outbox.emit("order", "second", EmitOptions.key("c1"));
        StalledLane lane = admin.stalledLanes(10).get(0);
        assertThat(lane.head().id()).isEqualTo(new RecordId(head, "default"));
        assertThat(lane.head().error()).contains("not yet");
        assertThat(lane.behind()).isEqualTo(1);
        assertThat(admin.oldestAge())
                .hasValueSatisfying(age -> assertThat(age).isBetween(Duration.ZERO, Duration.ofMinutes(1)));

        assertThat(admin.discard(lane.head().id(), "wrong address")).isTrue();

        await().untilAsserted(() -> assertThat(desk.delivered).containsExactly("second"));
        await().until(() -> admin.counts().equals(new OutboxCounts(0, 0, 0)));
        assertThat(admin.stalledLanes(10)).isEmpty();
        assertThat(admin.oldestAge()).isEmpty();
        assertThat(log.lines())
                .anySatisfy(line -> assertThat(line).contains("INFO OUTBOX-05050", head, "wrong address"));
    }

    @Test
    void a_dead_letter_is_found_with_its_failures() {
        String id = outbox.emit("order", "bad", EmitOptions.header("tenant", "t1"));
        await().until(() -> admin.counts().dead() == 1);
        RecordSummary found = admin.search(RecordFilter.of(RecordState.DEAD).withName("order"), 10, null)
                .items()
                .get(0);
        assertThat(found.id().messageId()).isEqualTo(id);
        RecordDetails details = admin.find(found.id()).orElseThrow();
        assertThat(details.headers()).containsEntry("tenant", "t1");
        assertThat(details.history()).singleElement().satisfies(attempt -> {
            assertThat(attempt.number()).isEqualTo(1);
            assertThat(attempt.error()).contains("no such order");
        });
        assertThat(details.stack()).contains("PermanentFailureException", "AdminTest$Desk.order");
        assertThat(admin.find(new RecordId(id, "other"))).isEmpty();
    }

    @Test
    void all_dead_letters_that_match_are_replayed_in_the_order_of_their_key() {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 450; i++) {
            expected.add("bad" + i);
            outbox.emit("order", "bad" + i, EmitOptions.key("c1"));
        }
        outbox.emit("other", "bad");
        await().until(() -> admin.counts().dead() == 451);
        desk.mended = true;

        assertThat(admin.replayAll(RecordFilter.of(RecordState.DEAD).withName("order")))
                .isEqualTo(450);

        await().untilAsserted(() -> assertThat(desk.delivered).hasSize(450));
        assertThat(desk.delivered).containsExactlyElementsOf(expected);
        assertThat(admin.counts().dead()).isEqualTo(1);
        assertThat(log.lines())
                .anySatisfy(line -> assertThat(line).contains("INFO OUTBOX-05062", "450 dead letters", "order"));
    }

    @Test
    void a_replay_is_logged() {
        String id = outbox.emit("order", "bad");
        await().until(() -> admin.counts().dead() == 1);
        desk.mended = true;
        assertThat(admin.replay(new RecordId(id, "default"))).isTrue();
        assertThat(log.lines()).anySatisfy(line -> assertThat(line).contains("INFO OUTBOX-05049", id));
        await().untilAsserted(() -> assertThat(desk.delivered).containsExactly("bad"));
        assertThat(admin.replay(new RecordId(id, "default"))).isFalse();
    }

    @Test
    void limits_and_reasons_are_checked() {
        for (int limit : new int[] {0, -1, 1001}) {
            assertThatThrownBy(() -> admin.search(RecordFilter.all(), limit, null))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("limit is " + limit + "; allowed is 1 to 1000");
            assertThatThrownBy(() -> admin.stalledLanes(limit)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> admin.deadLetters(limit, null)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> admin.discard(new RecordId("m1", "default"), " "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("m1", "reason", "blank");
        assertThat(admin.discard(new RecordId("m1", "default"), "gone")).isFalse();
    }

    @Singleton
    static class Desk {
        final List<String> delivered = new CopyOnWriteArrayList<>();
        volatile boolean mended;

        void order(@Observes @OutboxHandler("order") String payload) {
            if (payload.equals("wait")) {
                throw new RetryAfterException(Duration.ofHours(1), "not yet");
            }
            if (payload.startsWith("bad") && !mended) {
                throw new PermanentFailureException("no such order");
            }
            delivered.add(payload);
        }

        void other(@Observes @OutboxHandler("other") String payload) {
            throw new PermanentFailureException("never");
        }
    }
}
