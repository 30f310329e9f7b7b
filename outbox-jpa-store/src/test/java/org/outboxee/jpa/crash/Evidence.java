package org.outboxee.jpa.crash;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.outboxee.jpa.crash.Torment.Frozen;

/** What the application's own tables say in the end. For one thread. */
final class Evidence {

    /** How the ids end of messages whose delivery leaves an effect. */
    static final String WITH_EFFECT = "-tx";

    /** A message of a transaction that committed; the versions of an account are the order of its commits. */
    record Sent(String id, int account, long version) {}

    /** A delivery; times in microseconds since 1970. */
    record Attempt(long number, String id, String node, int attempt, long started, long ended, boolean succeeded) {}

    private final Map<String, Sent> sent = new HashMap<>();
    private final Map<String, List<Attempt>> attempts = new TreeMap<>();
    private final List<Frozen> frozen;
    private final Map<String, Long> given;
    private final List<String> effects;

    /**
     * What the tables say.
     *
     * @param attempts in the order in which they began
     * @param given the messages that are given up, being dead or discarded, and the last delivery after which there
     *     must be none
     * @param effects the messages that left an effect in the transaction that completed them, once for each effect
     */
    Evidence(
            List<Sent> sent,
            List<Attempt> attempts,
            List<Frozen> frozen,
            Map<String, Long> given,
            List<String> effects) {
        this.effects = effects;
        this.frozen = frozen;
        this.given = given;
        sent.forEach(one -> this.sent.put(one.id(), one));
        attempts.forEach(one ->
                this.attempts.computeIfAbsent(one.id(), id -> new ArrayList<>()).add(one));
    }

    /** Reads the tables. */
    static Evidence read(Witness witness, List<Child> children, List<Frozen> frozen, Map<String, Long> given) {
        Map<String, Long> ends =
                children.stream().collect(Collectors.toMap(Child::name, child -> micros(child.endedAt())));
        List<Sent> sent = witness.rows("select message_id, account, version from sent").stream()
                .map(row -> new Sent(row.get(0), Integer.parseInt(row.get(1)), Long.parseLong(row.get(2))))
                .toList();
        List<Attempt> attempts = witness
                .rows("select id, message_id, node, attempt, started, ended, succeeded from delivery" + " order by id")
                .stream()
                .map(row -> attempt(row, ends))
                .toList();
        List<String> effects = witness.rows("select message_id from effect").stream()
                .map(row -> row.get(0))
                .toList();
        return new Evidence(sent, attempts, frozen, given, effects);
    }

    private static Attempt attempt(List<String> row, Map<String, Long> ends) {
        String node = row.get(2);
        return new Attempt(
                Long.parseLong(row.get(0)),
                row.get(1),
                node,
                Integer.parseInt(row.get(3)),
                Long.parseLong(row.get(4)),
                row.get(5).equals("null") ? ends.getOrDefault(node, Long.MAX_VALUE) : Long.parseLong(row.get(5)),
                row.get(6).equals("1"));
    }

    private static long micros(long millis) {
        return millis == Long.MAX_VALUE ? Long.MAX_VALUE : millis * 1000;
    }

    int committed() {
        return sent.size();
    }

    /** Deliveries that succeeded. */
    long delivered() {
        return attempts.values().stream()
                .flatMap(List::stream)
                .filter(Attempt::succeeded)
                .count();
    }

    /** Committed messages that no delivery has succeeded with, and that are not given up. */
    List<String> lost() {
        return sent.keySet().stream()
                .filter(id -> !given.containsKey(id))
                // The commit of an effect may have been the last thing that a node did.
                .filter(id -> !effects.contains(id))
                .filter(id -> attempts.getOrDefault(id, List.of()).stream().noneMatch(Attempt::succeeded))
                .sorted()
                .toList();
    }

    /** Deliveries of what no transaction has committed. */
    List<String> phantom() {
        return attempts.keySet().stream().filter(id -> !sent.containsKey(id)).toList();
    }

    /** Messages with an effect more than once, with one of a transaction that never was, or delivered without one. */
    List<String> wrongEffects() {
        Set<String> seen = new HashSet<>();
        Stream<String> wrong = effects.stream().filter(id -> !seen.add(id) || !sent.containsKey(id));
        Stream<String> missing = attempts.values().stream()
                .flatMap(List::stream)
                .filter(attempt -> attempt.succeeded() && attempt.id().endsWith(WITH_EFFECT))
                .map(Attempt::id)
                .filter(id -> !effects.contains(id));
        return Stream.concat(wrong, missing).toList();
    }

    /** Deliveries that began after their message was discarded. */
    List<Attempt> revived() {
        return attempts.values().stream()
                .flatMap(List::stream)
                .filter(attempt -> attempt.number() > given.getOrDefault(attempt.id(), Long.MAX_VALUE))
                .toList();
    }

    /** Messages that were delivered successfully more than once. */
    long duplicates() {
        return attempts.values().stream()
                .filter(ofOne -> ofOne.stream().filter(Attempt::succeeded).count() > 1)
                .count();
    }

    /** Pairs of messages of one account of which the later one came before the earlier one had succeeded. */
    List<String> reordered() {
        Map<Integer, List<Sent>> byAccount = sent.values().stream()
                .filter(one -> one.account() >= 0)
                .sorted(Comparator.comparing(Sent::version))
                .collect(Collectors.groupingBy(Sent::account));
        List<String> found = new ArrayList<>();
        for (List<Sent> ofAccount : byAccount.values()) {
            for (int i = 1; i < ofAccount.size(); i++) {
                Attempt earlier = firstSuccess(ofAccount.get(i - 1).id());
                List<Attempt> later = attempts.getOrDefault(ofAccount.get(i).id(), List.of());
                if (earlier != null && !later.isEmpty() && later.get(0).number() < earlier.number()) {
                    found.add(ofAccount.get(i).id() + " before " + earlier.id());
                }
            }
        }
        return found;
    }

    private @Nullable Attempt firstSuccess(String id) {
        return attempts.getOrDefault(id, List.of()).stream()
                .filter(Attempt::succeeded)
                .findFirst()
                .orElse(null);
    }

    /** Deliveries of one message that took place at the same time, other than beside a node that stood still. */
    List<String> overlapping() {
        List<String> found = new ArrayList<>();
        for (List<Attempt> ofOne : attempts.values()) {
            for (int i = 0; i < ofOne.size(); i++) {
                for (int j = i + 1; j < ofOne.size(); j++) {
                    Attempt one = ofOne.get(i);
                    Attempt other = ofOne.get(j);
                    boolean overlap = one.started() < other.ended() && other.started() < one.ended();
                    if (overlap && !stoodStill(one) && !stoodStill(other)) {
                        found.add(one + " and " + other);
                    }
                }
            }
        }
        return found;
    }

    /** Whether the node of a delivery was frozen while it lasted. */
    private boolean stoodStill(Attempt attempt) {
        return frozen.stream()
                .anyMatch(time -> time.node().equals(attempt.node())
                        && micros(time.from()) <= attempt.ended()
                        && attempt.started() <= micros(time.to()));
    }

    /** The highest number of an attempt. */
    int mostAttempts() {
        return attempts.values().stream()
                .flatMap(List::stream)
                .mapToInt(Attempt::attempt)
                .max()
                .orElse(0);
    }

    @Override
    public String toString() {
        return committed() + " committed, " + delivered() + " delivered, " + lost().size() + " lost, "
                + phantom().size() + " phantom, " + reordered().size() + " reordered, "
                + overlapping().size()
                + " overlapping, " + effects.size() + " effects, "
                + wrongEffects().size() + " wrong_effects, " + duplicates() + " duplicates, " + given.size()
                + " given up";
    }
}
