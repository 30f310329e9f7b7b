package org.outboxee.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.outboxee.tck.TestMessage.keyed;
import static org.outboxee.tck.TestMessage.keyless;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.spi.PartitionLease;

/** A message commits or rolls back with the transaction that emits it (G1). */
public abstract class AppendContract extends StoreContract {

    private static final OutboxCounts NOTHING = new OutboxCounts(0, 0, 0);

    @Test
    void commitMakesVisible() {
        node.emit(keyed("m1", A), keyless("m2"));
        assertThat(node.store().counts()).isEqualTo(new OutboxCounts(2, 0, 0));
        assertThat(ids(claim(own()))).containsExactlyInAnyOrder("m1", "m2");
    }

    @Test
    void nothingIsVisibleBeforeTheCommit() {
        List<OutboxCounts> seen = new ArrayList<>();
        List<List<String>> previews = new ArrayList<>();
        List<Set<Integer>> work = new ArrayList<>();
        node.transact(unit -> {
            unit.emit(keyed("m1", A), keyless("m2"));
            unit.afterAppend(() -> {
                seen.add(threads.call(() -> node.store().counts()));
                previews.add(threads.call(this::previewed));
                work.add(threads.call(() -> node.store().partitionsWithWork(List.of(0, 1, 2, 3))));
            });
        });
        assertThat(seen).containsExactly(NOTHING);
        assertThat(previews).containsExactly(List.of());
        assertThat(work).containsExactly(Set.of());
        assertThat(previewed()).hasSize(2);
    }

    @Test
    void nothingIsClaimedBeforeTheCommit() {
        assumeTrue(harness.capabilities().overlappingAppends(), "claims wait for a transaction that has appended");
        PartitionLease lease = own();
        List<List<String>> claims = new ArrayList<>();
        node.transact(unit -> {
            unit.emit(keyed("m1", A), keyless("m2"));
            unit.afterAppend(() -> claims.add(threads.call(() -> ids(claim(lease)))));
        });
        assertThat(claims).containsExactly(List.of());
        assertThat(claim(lease)).hasSize(2);
    }

    @Test
    void rollbackLeavesNothing() {
        node.rollback(unit -> unit.emit(keyed("m1", A), keyless("m2")));
        assertNothingIsLeft();
    }

    @Test
    void rollbackAfterTheAppendLeavesNothing() {
        assertThatThrownBy(() -> node.transact(unit -> {
                    unit.emit(keyed("m1", A), keyless("m2"));
                    unit.afterAppend(unit::setRollbackOnly);
                }))
                .isInstanceOf(Transactions.CommitFailedException.class);
        assertNothingIsLeft();
    }

    @Test
    void failureAfterTheAppendLeavesNothing() {
        assertThatThrownBy(() -> node.transact(unit -> {
                    unit.emit(keyed("m1", A), keyless("m2"));
                    unit.afterAppend(() -> {
                        throw new IllegalStateException("another participant fails");
                    });
                }))
                .isInstanceOf(Transactions.CommitFailedException.class);
        assertNothingIsLeft();
    }

    @Test
    void idsOfARolledBackTransactionAreFree() {
        assertThatThrownBy(() -> node.transact(unit -> {
                    unit.emit(keyed("m1", A), keyless("m2"));
                    unit.afterAppend(unit::setRollbackOnly);
                }))
                .isInstanceOf(Transactions.CommitFailedException.class);
        node.emit(keyed("m1", A), keyless("m2"));
        assertThat(claim(own())).hasSize(2);
    }

    @Test
    void transactionWithoutMessagesAppendsNothing() {
        UnitOfWork unit = node.transact(work -> {});
        assertThat(unit.partitions()).isEmpty();
        assertThat(node.store().counts()).isEqualTo(NOTHING);
    }

    @Test
    void messagesOfOneTransactionKeepTheirOrder() {
        TestMessage[] messages = new TestMessage[40];
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < messages.length; i++) {
            String id = "m" + (messages.length - i); // Not in the order of their ids.
            messages[i] = keyed(id, A);
            expected.add(id);
        }
        node.emit(messages);
        assertThat(ids(claim(own()))).containsExactlyElementsOf(expected);
    }

    @Test
    void laterRoundOfTheSameTransactionGoesBehindTheFirst() {
        node.transact(unit -> {
            unit.emit(keyed("m2", A), keyed("elsewhere", keyIn(2, "x")));
            unit.afterAppend(() -> unit.emit(keyed("m1", A), keyless("m3"), keyed("before", keyIn(0, "x"))));
        });
        assertThat(ids(claim(own()))).contains("m3").containsSubsequence("m2", "m1");
        assertThat(pending()).isEqualTo(2);
    }

    @Test
    void laterRoundRollsBackWithTheFirst() {
        assertThatThrownBy(() -> node.transact(unit -> {
                    unit.emit(keyed("m1", A));
                    unit.afterAppend(() -> {
                        unit.emit(keyed("m2", A), keyless("m3"));
                        unit.afterAppend(unit::setRollbackOnly);
                    });
                }))
                .isInstanceOf(Transactions.CommitFailedException.class);
        assertNothingIsLeft();
    }

    @Test
    void appendReportsThePartitionsThatGotARecord() {
        node.owns(3);
        UnitOfWork unit = node.transact(work -> work.emit(keyed("m1", A), keyed("m2", keyIn(0, "x")), keyless("m3")));
        assertThat(unit.partitions()).containsExactlyInAnyOrder(0, 1, 3);
    }

    @Test
    void severalBindingsGiveSeveralRecords() {
        node.emit(keyed("m1", A).bindings("mail", "audit", "push"));
        assertThat(claim(own()))
                .extracting(record -> record.id().binding())
                .containsExactlyInAnyOrder("mail", "audit", "push");
    }

    private void assertNothingIsLeft() {
        assertThat(node.store().counts()).isEqualTo(NOTHING);
        assertThat(previewed()).isEmpty();
        assertThat(claim(own())).isEmpty();
        node.emit(keyed("next", A));
        assertThat(ids(claim(own()))).containsExactly("next");
    }
}
