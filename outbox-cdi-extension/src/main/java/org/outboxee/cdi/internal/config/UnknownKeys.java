package org.outboxee.cdi.internal.config;

import static org.outboxee.cdi.internal.config.ConfigKeys.PREFIX;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Finds keys that nobody reads. In the application's own files that is a mistake and a problem; elsewhere, such as in
 * the environment, it may be meant for another release or another application on the server, so it is a warning.
 */
final class UnknownKeys {

    private static final Logger LOG = System.getLogger("org.outboxee.cdi");
    private static final String VARIABLE_PREFIX = EnvironmentConfig.variable(PREFIX);
    private static final Set<String> KEYS =
            ConfigKeys.ALL.stream().map(ConfigKey::name).collect(Collectors.toUnmodifiableSet());

    private final Set<String> known = new HashSet<>(KEYS);
    private final Set<String> variables;
    private final Set<String> reported = new HashSet<>();

    UnknownKeys(HandlerKeys handlers) {
        known.addAll(handlers.names());
        variables = known.stream().map(EnvironmentConfig::variable).collect(Collectors.toUnmodifiableSet());
    }

    /** Our own file: every key in it must be one of ours. */
    void checkOwn(List<ApplicationFile> files, Problems problems) {
        for (ApplicationFile file : files) {
            file.values().keySet().forEach(key -> check(key, file, problems));
        }
    }

    /** A file shared with others: only what starts with our prefix is our business, in any profile. */
    void checkShared(List<ApplicationFile> files, Problems problems) {
        for (ApplicationFile file : files) {
            for (String name : file.values().keySet()) {
                String key = name.startsWith("%") ? name.substring(name.indexOf('.') + 1) : name;
                if (key.startsWith(PREFIX)) {
                    check(key, file, problems);
                    reported.add(name);
                }
            }
        }
    }

    private void check(String key, ApplicationFile file, Problems problems) {
        if (!known.contains(key)) {
            reported.add(key);
            problems.add(
                    "OUTBOX-05032",
                    "Unknown key " + key + " in " + file.origin() + "; the nearest known key is " + nearest(key));
        }
    }

    /** What other sources set: system properties, the environment, the server. */
    void warn(Set<String> names) {
        for (String name : new TreeSet<>(names)) {
            if (isUnknown(name, names) && reported.add(name)) {
                LOG.log(
                        Level.WARNING,
                        "OUTBOX-05033: Nothing reads the setting " + name + "; it has no effect. The nearest known key"
                                + " is " + nearest(name));
            }
        }
    }

    private boolean isUnknown(String name, Set<String> names) {
        if (name.startsWith(VARIABLE_PREFIX)) {
            return !variables.contains(name);
        }
        String variable = EnvironmentConfig.variable(name);
        // Config implementations also list a variable as the key that it might be meant for, with dots for dashes.
        boolean isVariable = variables.contains(variable) && names.contains(variable);
        return name.startsWith(PREFIX) && !known.contains(name) && !isVariable;
    }

    private String nearest(String unknown) {
        String text = EnvironmentConfig.variable(unknown);
        return known.stream()
                .sorted()
                .min(Comparator.comparingInt(key -> distance(EnvironmentConfig.variable(key), text)))
                .orElseThrow();
    }

    /** The number of characters to insert, delete or replace (Levenshtein). */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
