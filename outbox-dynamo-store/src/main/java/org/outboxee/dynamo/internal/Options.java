package org.outboxee.dynamo.internal;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.outboxee.OutboxConfigurationException;

/**
 * The settings of the store.
 *
 * @param table the name of the table
 * @param create whether to create what is missing of it
 * @param readUnits provisioned read units of a table that is created, {@code null} for on-demand
 * @param writeUnits the same for writes
 * @param layout the layout of a new outbox
 * @param bestEffort whether emits in JTA transactions are written after the commit
 * @param deepBacklogPages from how many pages on a claim warns that it reads too much
 */
record Options(
        String table,
        boolean create,
        @Nullable Long readUnits,
        @Nullable Long writeUnits,
        String layout,
        boolean bestEffort,
        int deepBacklogPages) {

    private static final String PREFIX = "outbox.dynamodb.";
    private static final int DEEP_BACKLOG_PAGES = 20;

    static Options of(Function<String, Optional<String>> settings) {
        Function<String, Optional<String>> setting = key -> settings.apply(PREFIX + key);
        Long read = setting.apply("read-units").map(Long::valueOf).orElse(null);
        Long write = setting.apply("write-units").map(Long::valueOf).orElse(null);
        if ((read == null) != (write == null)) {
            throw new OutboxConfigurationException(
                    "OUTBOX-06041",
                    "Of outbox.dynamodb.read-units and outbox.dynamodb.write-units one is set; set both for a table"
                            + " with provisioned units, or none for one that is billed on demand");
        }
        return new Options(
                setting.apply("table").orElse("outbox"),
                choice(setting, "schema", List.of("check", "create")).equals("create"),
                read,
                write,
                choice(setting, "layout", Layouts.NAMES),
                choice(setting, "jta", List.of("refuse", "best-effort")).equals("best-effort"),
                setting.apply("deep-backlog-pages").map(Integer::valueOf).orElse(DEEP_BACKLOG_PAGES));
    }

    /** The first word is the default. */
    private static String choice(Function<String, Optional<String>> setting, String key, List<String> words) {
        String word = setting.apply(key).orElse(words.get(0));
        if (!words.contains(word)) {
            throw new OutboxConfigurationException(
                    "OUTBOX-06042", PREFIX + key + " is \"" + word + "\"; allowed is one of " + words);
        }
        return word;
    }
}
