package org.outboxee.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxee.tck.TestMessage.keyed;
import static org.outboxee.tck.TestMessage.keyless;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.outboxee.admin.RecordId;
import org.outboxee.spi.Bindings;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.PartitionLease;

/**
 * Keys, bindings, message ids and outbox names are compared by their bytes: what differs in case, in an accent, in its
 * composition, in a space at the end or in a character that nobody sees is different.
 */
public abstract class ComparisonContract extends StoreContract {

    private static final List<String> SIMILAR =
            List.of("key", "KEY", "key ", " key", "k\u00e9y", "ke\u0301y", "ke", "k\u0001ey");

    @Test
    void keysAreLanesOfTheirOwn() {
        Node single = start("one-partition", 1);
        for (String key : SIMILAR) {
            single.emit(keyed("id of " + key, key));
        }
        assertOneLaneEach(single, single.acquire(0, "node-1"));
    }

    @Test
    void bindingsHaveLanesOfTheirOwn() {
        for (String binding : SIMILAR) {
            node.emit(keyed("id of " + binding, A).bindings(binding));
        }
        assertOneLaneEach(node, own());
    }

    /** A claim that is not settled blocks what shares its lane. */
    private static void assertOneLaneEach(Node of, PartitionLease lease) {
        for (String similar : SIMILAR) {
            assertThat(of.claim(lease, 1)).as("the lane of '%s'", similar).hasSize(1);
        }
    }

    @Test
    void laneThatIsGivenBackLeavesSimilarOnesClaimed() {
        Node single = start("one-partition", 1);
        for (String key : SIMILAR) {
            single.emit(keyed("head of " + key, key), keyed("tail of " + key, key));
        }
        List<ClaimedRecord> all = single.claim(single.acquire(0, "node-1"), 100);
        assertThat(all).hasSize(2 * SIMILAR.size());
        single.settle(failed(all.get(0), HOUR));
        assertThat(single.store().counts().claimed()).isEqualTo(2L * SIMILAR.size() - 2);
    }

    @Test
    void idsAreMessagesOfTheirOwn() {
        for (String id : SIMILAR) {
            node.emit(keyless(id).idRemembered());
        }
        assertThat(ids(claim(own()))).containsExactlyInAnyOrderElementsOf(SIMILAR);
        for (String id : SIMILAR) {
            assertThatThrownBy(() -> node.emit(keyless(id).idRemembered()))
                    .as("'%s' again", id)
                    .isInstanceOf(Transactions.CommitFailedException.class);
        }
    }

    @Test
    void bindingsAreRecordsOfTheirOwn() {
        node.emit(keyless("m1").bindings(SIMILAR.toArray(String[]::new)));
        assertThat(bindings(claim(own()))).containsExactlyInAnyOrderElementsOf(SIMILAR);
    }

    @Test
    void messageIsExpandedToEachBinding() {
        node.emit(keyless("m1").bindings(Bindings.UNBOUND));
        PartitionLease lease = own();
        assertThat(node.store().expand(claim(lease).get(0), Set.copyOf(SIMILAR)))
                .isTrue();
        assertThat(bindings(claim(lease))).containsExactlyInAnyOrderElementsOf(SIMILAR);
    }

    private static List<String> bindings(List<ClaimedRecord> records) {
        return records.stream().map(record -> record.id().binding()).toList();
    }

    @Test
    void deadLettersAreFoundByTheirExactIdAndBinding() {
        node.emit(keyless("key").bindings("key"));
        node.settle(dead(claim(own()).get(0)));
        for (String other : SIMILAR.subList(1, SIMILAR.size())) {
            for (RecordId id : List.of(new RecordId(other, "key"), new RecordId("key", other))) {
                assertThat(node.store().replay(id)).as("replay of %s", id).isFalse();
                assertThat(node.store().discard(id)).as("discard of %s", id).isFalse();
            }
        }
        assertThat(node.store().replay(new RecordId("key", "key"))).isTrue();
    }

    @Test
    void outboxesAreTheirOwn() {
        for (String name : SIMILAR) {
            // Opening an outbox with another number of partitions than it has would be refused.
            Node other = start(name, 1 + SIMILAR.indexOf(name));
            other.emit(keyless("m1"));
            assertThat(other.store().counts().pending())
                    .as("messages of '%s'", name)
                    .isEqualTo(1);
        }
    }
}
