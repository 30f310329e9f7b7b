package org.outboxee.jpa.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.outboxee.jpa.testing.TestDatabase;

/** All lanes as one query saw them. */
record LaneSnapshot(Map<String, List<Row>> lanes) {

    private static final String QUERY = "select partition_id, binding, ordering_key, seq, state, holding, message_id"
            + " from outbox_record where ordering_key is not null and state not in ('DEAD', 'DONE')"
            + " order by partition_id, binding, ordering_key, seq";

    /** A record that is not at its end. */
    record Row(String lane, long seq, String state, boolean holding, String messageId) {

        static Row of(String line) {
            String[] columns = line.split("\\|", -1);
            return new Row(
                    String.join("/", columns[0], columns[1], columns[2]),
                    Long.parseLong(columns[3]),
                    columns[4],
                    !columns[5].equals("0"),
                    columns[6]);
        }

        boolean is(String other) {
            return state.equals(other);
        }
    }

    static LaneSnapshot of(TestDatabase database) {
        Map<String, List<Row>> lanes = new LinkedHashMap<>();
        for (String line : database.query(QUERY)) {
            Row row = Row.of(line);
            lanes.computeIfAbsent(row.lane(), lane -> new ArrayList<>()).add(row);
        }
        return new LaneSnapshot(lanes);
    }

    long parked() {
        return lanes.values().stream()
                .flatMap(List::stream)
                .filter(row -> row.is("PARKED"))
                .count();
    }

    /**
     * What contradicts ADR 6 or the order of a lane.
     *
     * @param insertedLate ids of messages whose records may turn up before claimed ones: replayed or expanded
     */
    List<String> contradictions(Set<String> insertedLate) {
        List<String> found = new ArrayList<>();
        lanes.forEach((lane, rows) -> {
            if (sticks(rows)) {
                found.add("Nothing holds what is parked in lane " + lane + ": " + summary(rows));
            }
            Optional<Row> older = rows.stream()
                    .filter(row -> !row.is("CLAIMED") && !insertedLate.contains(row.messageId()))
                    .findFirst();
            rows.stream()
                    .filter(row -> row.is("CLAIMED")
                            && older.isPresent()
                            && older.get().seq() < row.seq())
                    .findFirst()
                    .ifPresent(row ->
                            found.add("Claimed in lane " + lane + " before " + older + ": " + row + summary(rows)));
        });
        return found;
    }

    private static boolean sticks(List<Row> rows) {
        Optional<Row> parked = rows.stream().filter(row -> row.is("PARKED")).findFirst();
        return parked.isPresent()
                && rows.stream()
                        .filter(row -> row.holding() && !row.is("PARKED"))
                        .noneMatch(row ->
                                row.is("CLAIMED") || row.seq() <= parked.get().seq());
    }

    private static String summary(List<Row> rows) {
        return rows.stream()
                .limit(12)
                .map(row -> row.seq() + (row.holding() ? " holding " : " ") + row.state())
                .toList()
                .toString();
    }
}
