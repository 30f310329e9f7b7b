package org.outboxee.jpa.order;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.outboxee.jpa.testing.TestDatabase.Kind;

/**
 * Where the deliveries of keys contradict the order of commits, by witnesses that know nothing of seq.
 *
 * @param found how many each witness found; those without a statement about this database are missing
 * @param examples some of them
 */
record Reorderings(Map<Witness, Integer> found, List<String> examples) {

    /** Who tells which of two transactions committed first. */
    enum Witness {
        /** The version of an account, by those that locked it. */
        ACCOUNT_VERSION,
        /** What PostgreSQL noted as the time of the commit; also of those that locked nothing. */
        COMMIT_TIMESTAMP,
        /** That one had committed before the other began to. */
        JVM_CLOCK,
        /** That messages of one transaction come together, in the order of their emits. */
        EMITS
    }

    private static final int EXAMPLES = 10;

    /** A message's transaction, and its place in it. */
    private record Origin(Commit commit, int place) {}

    /** Asks all witnesses. */
    static Reorderings of(Shop shop, Collection<Commit> commits, Map<String, Collection<String>> delivered) {
        Map<Witness, Integer> found = new EnumMap<>(Witness.class);
        for (Witness witness : Witness.values()) {
            if (witness != Witness.COMMIT_TIMESTAMP || shop.kind() == Kind.POSTGRESQL) {
                found.put(witness, 0);
            }
        }
        Check check = new Check(origins(commits), times(shop, commits), new Reorderings(found, new ArrayList<>()));
        delivered.forEach((key, ids) -> {
            if (key.startsWith("key-")) {
                check.lane(Integer.parseInt(key.substring(4)), ids);
            }
        });
        return check.result;
    }

    int total() {
        return found.values().stream().mapToInt(Integer::intValue).sum();
    }

    private static Map<String, Origin> origins(Collection<Commit> commits) {
        Map<String, Origin> origins = new HashMap<>();
        for (Commit commit : commits) {
            for (int place = 0; place < commit.messages().size(); place++) {
                origins.put(commit.messages().get(place), new Origin(commit, place));
            }
        }
        return origins;
    }

    /** Microseconds, by transaction id. */
    private static Map<String, Long> times(Shop shop, Collection<Commit> commits) {
        Map<String, Long> times = new HashMap<>();
        List<String> ids = commits.stream()
                .map(Commit::databaseId)
                .filter(id -> !id.isEmpty())
                .toList();
        for (int from = 0; from < ids.size(); from += 10_000) {
            String some = String.join(",", ids.subList(from, Math.min(ids.size(), from + 10_000)));
            shop.query("select id, (extract(epoch from pg_xact_commit_timestamp(id::xid)) * 1000000)::bigint"
                            + " from unnest(string_to_array('" + some + "', ',')) as ids (id)")
                    .forEach(row -> times.put(
                            row.substring(0, row.indexOf('|')), Long.valueOf(row.substring(row.indexOf('|') + 1))));
        }
        return times;
    }

    private record Check(Map<String, Origin> origins, Map<String, Long> times, Reorderings result) {

        void lane(int key, Collection<String> ids) {
            Set<Long> seen = new HashSet<>();
            Map<Witness, Long> latest = new EnumMap<>(Witness.class);
            Origin before = null;
            for (String id : ids) {
                Origin origin = origins.get(id);
                if (origin == null) {
                    throw new IllegalStateException(id + " was delivered, but its transaction did not commit");
                }
                Commit commit = origin.commit();
                if (before != null
                        && before.commit().plan().number() == commit.plan().number()) {
                    if (origin.place() <= before.place()) {
                        report(Witness.EMITS, key, id);
                    }
                } else {
                    if (!seen.add(commit.plan().number())) {
                        report(Witness.EMITS, key, id);
                    }
                    ask(key, id, commit, latest);
                }
                before = origin;
            }
        }

        /** Nothing may come after what is certainly later. */
        private void ask(int key, String id, Commit commit, Map<Witness, Long> latest) {
            Long version = commit.versions().get(key);
            if (version != null) {
                compare(Witness.ACCOUNT_VERSION, key, id, version, version, latest);
            }
            Long time = times.get(commit.databaseId());
            if (time != null) {
                compare(Witness.COMMIT_TIMESTAMP, key, id, time, time, latest);
            }
            compare(Witness.JVM_CLOCK, key, id, commit.started(), commit.ended(), latest);
        }

        private void compare(Witness witness, int key, String id, long earliest, long last, Map<Witness, Long> latest) {
            Long before = latest.get(witness);
            if (before != null && last < before) {
                report(witness, key, id);
            }
            latest.merge(witness, earliest, Math::max);
        }

        private void report(Witness witness, int key, String id) {
            result.found.merge(witness, 1, Integer::sum);
            if (result.examples.size() < EXAMPLES) {
                result.examples.add(id + " of key " + key + " by " + witness);
            }
        }
    }
}
