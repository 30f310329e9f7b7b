package org.outboxee.dynamo.internal;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.outboxee.spi.Claim;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.StaleFencingTokenException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The transactions of the first layout's claims: each checks the fence, and takes each record as it was read. */
final class ClaimWriter {

    /** As many records as fit into a transaction with the check of the fence. */
    static final int MOST = Table.MAX_ACTIONS - 1;

    private static final int TOKEN_BYTES = 18;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Parts parts;
    private final Layout layout;

    ClaimWriter(Parts parts, Layout layout) {
        this.parts = parts;
        this.layout = layout;
    }

    /** Unguessable, 24 characters. */
    static String newToken() {
        byte[] bytes = new byte[TOKEN_BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * Claims records, but those that were changed since they were read and what is behind them in their lanes.
     *
     * @param records pending records, whole, at most {@link #MOST}
     */
    List<ClaimedRecord> claim(PartitionLease lease, List<RecordItem> records, long expiry) {
        List<RecordItem> wanted = new ArrayList<>(records);
        String token = newToken();
        while (!wanted.isEmpty()) {
            List<RecordItem> claimed = wanted.stream()
                    .map(item -> Change.claimed(layout, item, token, lease.version(), expiry))
                    .toList();
            List<Integer> lost = write(lease, wanted, claimed);
            if (lost.isEmpty()) {
                return claimed.stream()
                        .map(item -> item.claimed(lease.partition(), new ClaimHandle(item, lease, claimed)))
                        .toList();
            }
            List<RecordItem> gone = lost.stream().map(wanted::get).toList();
            wanted.removeIf(item -> gone.stream().anyMatch(other -> isNotBefore(item, other)));
        }
        return Claim.EMPTY.records();
    }

    /** What was lost itself, and whatever would overtake it. */
    private static boolean isNotBefore(RecordItem item, RecordItem lost) {
        boolean behind = item.lane() != null
                && item.lane().equals(lost.lane())
                && item.number(RecordItem.SEQ) >= lost.number(RecordItem.SEQ);
        return behind || item.key().equals(lost.key());
    }

    /** Turns records back to pending, each with one more crash; those that were changed meanwhile stay. */
    void recover(PartitionLease lease, List<RecordItem> expired) {
        for (int from = 0; from < expired.size(); from += MOST) {
            List<RecordItem> some = new ArrayList<>(expired.subList(from, Math.min(expired.size(), from + MOST)));
            while (!some.isEmpty()) {
                List<Integer> lost = write(
                        lease,
                        some,
                        some.stream().map(item -> Change.crashed(layout, item)).toList());
                if (lost.isEmpty()) {
                    break;
                }
                lost.stream().sorted((one, other) -> other - one).forEach(place -> some.remove((int) place));
            }
        }
    }

    /** The places of those that were changed meanwhile; if there are any, nothing was written. */
    private List<Integer> write(PartitionLease lease, List<RecordItem> read, List<RecordItem> changed) {
        List<TransactWriteItem> actions = new ArrayList<>();
        actions.add(parts.write()
                .check(
                        parts.keys().fence(lease.partition()),
                        "v = :v AND o = :o",
                        Map.of(":v", Av.n(lease.version()), ":o", Av.s(lease.owner()))));
        for (int i = 0; i < read.size(); i++) {
            actions.add(Change.writeUnchanged(parts, read.get(i), changed.get(i)));
        }
        if (!(parts.table().transact(actions) instanceof TransactOutcome.Refused refused)) {
            return List.of();
        }
        if (refused.failed(0)) {
            throw new StaleFencingTokenException(lease);
        }
        return refused.failed().stream().map(action -> action - 1).toList();
    }
}
