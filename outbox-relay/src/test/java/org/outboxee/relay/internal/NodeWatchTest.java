package org.outboxee.relay.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.outboxee.relay.internal.NodeWatch.Nodes;
import org.outboxee.spi.NodeBeat;
import org.outboxee.spi.NodeInfo;

/** Scenario 11: who is dead is decided without comparing clocks. */
class NodeWatchTest {

    private static final Duration LEASE = Duration.ofNanos(100);

    /** Nanoseconds may be negative, and are in this test. */
    private long now = -150;

    private final NodeWatch watch = new NodeWatch("self", Duration.ofNanos(70));

    private static NodeBeat node(String incarnation, long beat, Duration lease) {
        return new NodeBeat(new NodeInfo(incarnation, lease, Duration.ofSeconds(36), false, Optional.empty()), 1, beat);
    }

    private static NodeBeat node(String incarnation, long beat) {
        return node(incarnation, beat, LEASE);
    }

    /** A look that takes no time. */
    private Nodes look(NodeBeat... nodes) {
        return watch.saw(Arrays.asList(nodes), now, now);
    }

    private static List<String> dead(Nodes nodes) {
        return nodes.dead().stream().map(node -> node.node().incarnation()).toList();
    }

    @Test
    void a_node_is_dead_when_its_beat_has_stayed_the_same_for_its_lease() {
        assertThat(dead(look(node("other", 7)))).isEmpty();
        now += 50;
        assertThat(dead(look(node("other", 7)))).isEmpty();
        now += 49;
        assertThat(look(node("other", 7)).anyLate()).isTrue();
        now += 1;
        Nodes nodes = look(node("other", 7));
        assertThat(dead(nodes)).containsExactly("other");
        assertThat(nodes.living()).isEmpty();
    }

    @Test
    void a_beat_makes_it_living_whatever_number_it_has() {
        look(node("other", 7));
        now += 60;
        assertThat(look(node("other", 3)).anyLate()).isFalse();
        now += 60;
        assertThat(dead(look(node("other", 3)))).isEmpty();
        now += 60;
        assertThat(dead(look(node("other", 3)))).containsExactly("other");
        now += 60;
        assertThat(dead(look(node("other", 4)))).as("it has come back").isEmpty();
    }

    @Test
    void time_that_the_looks_take_is_to_the_benefit_of_the_watched() {
        watch.saw(List.of(node("other", 7)), now, now + 30);
        assertThat(dead(watch.saw(List.of(node("other", 7)), now + 90, now + 90)))
                .isEmpty();
        assertThat(dead(watch.saw(List.of(node("other", 7)), now + 129, now + 200)))
                .isEmpty();
        assertThat(dead(watch.saw(List.of(node("other", 7)), now + 230, now + 230)))
                .containsExactly("other");
    }

    @Test
    void each_node_has_its_own_lease() {
        NodeBeat quick = node("quick", 1, Duration.ofNanos(40));
        look(quick, node("slow", 1));
        now += 50;
        assertThat(dead(look(quick, node("slow", 1)))).containsExactly("quick");
    }

    @Test
    void a_node_that_has_not_looked_has_not_watched() {
        look(node("other", 7));
        now += 71;
        assertThat(dead(look(node("other", 7)))).isEmpty();
        now += 70;
        assertThat(dead(look(node("other", 7)))).isEmpty();
        now += 30;
        assertThat(dead(look(node("other", 7)))).containsExactly("other");
    }

    @Test
    void a_node_never_takes_itself_for_dead() {
        for (int i = 0; i < 10; i++) {
            assertThat(dead(look(node("self", 1)))).isEmpty();
            now += 60;
        }
    }

    @Test
    void shares_add_up_and_differ_by_one_at_most() {
        NodeBeat a = beat("a", 2, false, Optional.empty());
        NodeBeat b = beat("b", 1, false, Optional.of(Map.of("name", Set.of("x"))));
        NodeBeat c = beat("c", 2, false, Optional.empty());
        List<NodeBeat> all = List.of(a, b, c);
        assertThat(Shares.of("b", all, 32)).as("the first to start").hasValue(11);
        assertThat(Shares.of("a", all, 32)).hasValue(11);
        assertThat(Shares.of("c", all, 32)).as("in the order of incarnations").hasValue(10);
        assertThat(Shares.of("c", all, 2)).hasValue(0);
        assertThat(Shares.of("d", all, 32)).isEmpty();
    }

    @Test
    void who_leaves_or_handles_nothing_has_no_share() {
        NodeBeat a = beat("a", 1, false, Optional.of(Map.of()));
        NodeBeat b = beat("b", 2, true, Optional.empty());
        NodeBeat c = beat("c", 3, false, Optional.empty());
        assertThat(Shares.of("a", List.of(a, b, c), 32)).hasValue(0);
        assertThat(Shares.of("b", List.of(a, b, c), 32)).hasValue(0);
        assertThat(Shares.of("c", List.of(a, b, c), 32)).hasValue(32);
        assertThat(Shares.of("a", List.of(a, b), 32)).as("nobody else is left").hasValue(32);
        assertThat(Shares.of("b", List.of(b), 32)).hasValue(0);
    }

    private static NodeBeat beat(
            String incarnation, long started, boolean leaving, Optional<Map<String, Set<String>>> handled) {
        return new NodeBeat(new NodeInfo(incarnation, LEASE, Duration.ofSeconds(36), leaving, handled), started, 1);
    }
}
