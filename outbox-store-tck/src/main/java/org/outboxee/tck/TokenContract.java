package org.outboxee.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxee.tck.TestMessage.keyed;
import static org.outboxee.tck.TestMessage.keyless;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.SettleResult;
import org.outboxee.spi.Settlement;

/** Only who holds the token of a record's claim decides about it (G5). */
public abstract class TokenContract extends StoreContract {

    @Test
    void settlementWithAWrongTokenChangesNothing() {
        node.emit(keyed("a1", A), keyed("a2", A), keyless("m3"));
        List<ClaimedRecord> batch = claim(own());
        String token = batch.get(0).token();
        List<String> wrong = List.of(
                UUID.randomUUID().toString(),
                "",
                "%",
                token + " ",
                token.substring(1),
                token.toUpperCase(Locale.ROOT) + token.toLowerCase(Locale.ROOT));
        for (String other : wrong) {
            assertIgnored(batch.stream().map(record -> withToken(record, other)).toList());
        }
        node.complete(batch);
        assertThat(claimed()).isZero();
    }

    @Test
    void settlementWithTheTokenOfAnOlderClaimChangesNothing() {
        emitInTurn(keyed("a1", A), keyed("a2", A), keyless("m3"));
        PartitionLease lease = own();
        List<ClaimedRecord> older = claim(lease);
        node.settle(released(older.get(0), Duration.ZERO), released(older.get(2), Duration.ZERO));
        List<ClaimedRecord> batch = claim(lease);
        assertThat(batch).hasSize(3);
        assertIgnored(older);
        assertThat(batch).extracting(ClaimedRecord::attempts).containsOnly(0);
        node.complete(batch);
        assertThat(claimed()).isZero();
    }

    @Test
    void settlementWithTheTokenOfAnotherRecordsClaimChangesNothing() {
        node.emit(keyed("a1", A), keyed("b1", B));
        PartitionLease lease = own();
        ClaimedRecord one = node.claim(lease, 1).get(0);
        ClaimedRecord other = node.claim(lease, 1).get(0);
        assertIgnored(List.of(withToken(one, other.token()), withToken(other, one.token())));
    }

    @Test
    void settlementOfARecordThatIsNotClaimedChangesNothing() {
        node.emit(keyless("pending"), keyless("dead"), keyless("gone"));
        PartitionLease lease = own();
        List<ClaimedRecord> batch = claim(lease);
        node.settle(released(find(batch, "pending"), HOUR), dead(find(batch, "dead")), completed(find(batch, "gone")));
        for (ClaimedRecord record : batch) {
            assertThat(node.settle(everyKind(record))).isEqualTo(new SettleResult(0, 4));
        }
        assertThat(List.of(pending(), claimed(), dead())).containsExactly(1L, 0L, 1L);
        assertThat(node.store().deadLetters(10, null).items())
                .singleElement()
                .satisfies(letter -> assertThat(letter.attempts()).isEqualTo(1));
    }

    @Test
    void ignoredSettlementsDoNotKeepTheOthersOfTheirCallFromTakingEffect() {
        node.emit(keyless("m1"), keyless("m2"), keyless("m3"));
        List<ClaimedRecord> batch = claim(own());
        SettleResult result = node.settle(
                completed(withToken(batch.get(0), "wrong")),
                completed(batch.get(1)),
                failed(withToken(batch.get(0), "wrong"), HOUR),
                failed(batch.get(2), HOUR));
        assertThat(result).isEqualTo(new SettleResult(2, 2));
        assertThat(List.of(pending(), claimed())).containsExactly(1L, 1L);
    }

    @Test
    void tokensAreNewForEveryClaim() {
        node.emit(keyless("m1"));
        PartitionLease lease = own();
        Set<String> tokens = new HashSet<>();
        for (int i = 0; i < 40; i++) {
            ClaimedRecord record = claim(lease).get(0);
            assertThat(tokens.add(record.token())).as("the token is new").isTrue();
            node.settle(released(record, Duration.ZERO));
        }
    }

    /** A counter or a clock changes few places of a token between claims; random bits change all they are in. */
    @Test
    void tokensAreUnguessable() {
        emitMany(IntStream.range(0, 64).mapToObj(i -> keyless("m" + i)).toList());
        PartitionLease lease = own();
        List<String> tokens = IntStream.range(0, 64)
                .mapToObj(i -> node.claim(lease, 1).get(0).token())
                .toList();
        int length = tokens.stream().mapToInt(String::length).min().orElseThrow();
        long random = IntStream.range(0, length)
                .filter(i ->
                        tokens.stream().map(token -> token.charAt(i)).distinct().count() >= 4)
                .count();
        assertThat(random).as("places of a token that vary").isGreaterThanOrEqualTo(20);
    }

    private void assertIgnored(List<ClaimedRecord> forged) {
        long before = claimed();
        for (ClaimedRecord record : forged) {
            assertThat(node.settle(everyKind(record))).isEqualTo(new SettleResult(0, 4));
        }
        assertThat(List.of(pending(), claimed(), dead())).containsExactly(0L, before, 0L);
    }

    private static Settlement[] everyKind(ClaimedRecord record) {
        return new Settlement[] {
            completed(record), failed(record, Duration.ZERO), released(record, Duration.ZERO), dead(record)
        };
    }

    private static ClaimedRecord find(List<ClaimedRecord> records, String messageId) {
        return records.stream()
                .filter(record -> record.id().messageId().equals(messageId))
                .findFirst()
                .orElseThrow();
    }

    static ClaimedRecord withToken(ClaimedRecord record, String token) {
        return new ClaimedRecord(
                record.id(),
                record.partition(),
                record.seq(),
                record.name(),
                record.key(),
                record.payload(),
                record.headers(),
                record.createdAt(),
                record.attempts(),
                record.crashes(),
                token,
                record.leaseExpiresAt(),
                record.handle());
    }
}
