package org.outboxee.cdi.internal.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.outboxee.spi.Partitions;

/** Every key there is. The table in {@code docs/configuration.md} is held against this class by a test. */
public final class ConfigKeys {

    /** What every key starts with. */
    public static final String PREFIX = "outbox.";

    /** What every key of a single handler starts with; its message name follows. */
    public static final String HANDLER_PREFIX = PREFIX + "handler.";

    private static final List<ConfigKey<?>> DECLARED = new ArrayList<>();

    /** {@code outbox.name}. */
    public static final ConfigKey<String> NAME =
            text("name", 50, "default", "Namespace of partitions and records; two applications on one table differ");
    /** {@code outbox.partitions}. */
    public static final ConfigKey<Integer> PARTITIONS = whole(
            "partitions",
            1,
            Partitions.MAX,
            32,
            "Slices of the outbox; recorded in the store, a node configured otherwise refuses to start");
    /** {@code outbox.store}. */
    public static final ConfigKey<String> STORE =
            text("store", 50, null, "Which store to use; needed only when several are present");
    /** {@code outbox.emit.transaction}. */
    public static final ConfigKey<String> EMIT_TRANSACTION = choice(
            "emit.transaction",
            List.of("required", "auto"),
            "required",
            "What an emit outside any transaction does: fail, or run in a transaction of its own");
    /** {@code outbox.batch}. */
    public static final ConfigKey<Integer> BATCH =
            whole("batch", 1, 1000, 16, "The most records that one claim takes from a partition");
    /** {@code outbox.workers}. */
    public static final ConfigKey<Integer> WORKERS =
            whole("workers", 1, 1000, 4, "How many deliveries run at the same time on this node");
    /** {@code outbox.poll-interval}. */
    public static final ConfigKey<Duration> POLL_INTERVAL =
            time("poll-interval", "PT0.001S", "PT1H", "PT1S", "How often the store is asked when no wake-up arrives");
    /** {@code outbox.delivery-timeout}. */
    public static final ConfigKey<Duration> DELIVERY_TIMEOUT =
            time("delivery-timeout", "PT0.001S", "PT15M", "PT30S", "After this time a handler is interrupted");
    /** {@code outbox.settle-timeout}. */
    public static final ConfigKey<Duration> SETTLE_TIMEOUT = time(
            "settle-timeout",
            "PT0.001S",
            "PT5M",
            "PT5S",
            "Time reserved in every lease to write what became of a record");
    /** {@code outbox.lease-margin}. */
    public static final ConfigKey<Duration> LEASE_MARGIN = time(
            "lease-margin", "PT0S", "PT5M", "PT1S", "Time reserved in every lease for pauses of the node, such as GC");
    /** {@code outbox.node-lease}. */
    public static final ConfigKey<Duration> NODE_LEASE = time(
            "node-lease",
            "PT1S",
            "PT15M",
            "PT15S",
            "After this time without a heartbeat other nodes take over what a node owns; it beats three times as often");
    /** {@code outbox.max-attempts}. */
    public static final ConfigKey<Integer> MAX_ATTEMPTS =
            whole("max-attempts", 1, 1000, 8, "Failed attempts after which a message becomes a dead letter");
    /** {@code outbox.max-crashes}. */
    public static final ConfigKey<Integer> MAX_CRASHES = whole(
            "max-crashes",
            0,
            1000,
            3,
            "How often a record may crash with its node before the next crash makes it a dead letter");
    /** {@code outbox.backoff.initial}. */
    public static final ConfigKey<Duration> BACKOFF_INITIAL = time(
            "backoff.initial",
            "PT0.001S",
            "PT8760H",
            "PT1S",
            "The shortest wait before the first retry, doubles each time; at most outbox.backoff.max");
    /** {@code outbox.backoff.max}. */
    public static final ConfigKey<Duration> BACKOFF_MAX =
            time("backoff.max", "PT0.001S", "PT8760H", "PT5M", "Where the wait between retries stops growing");
    /** {@code outbox.shutdown.timeout}. */
    public static final ConfigKey<Duration> SHUTDOWN_TIMEOUT = time(
            "shutdown.timeout", "PT0S", "PT1H", "PT30S", "How long a stop waits for the deliveries that are running");
    /** {@code outbox.unhandled.delay}. */
    public static final ConfigKey<Duration> UNHANDLED_DELAY = time(
            "unhandled.delay", "PT0.001S", "PT24H", "PT1M", "When to look again at a record without a handler here");
    /** {@code outbox.max-depth}. */
    public static final ConfigKey<Integer> MAX_DEPTH = whole(
            "max-depth",
            1,
            Integer.MAX_VALUE,
            null,
            "From this many waiting messages on an emit fails; counted about once a second");
    /** {@code outbox.retention.ids}. */
    public static final ConfigKey<Duration> RETENTION_IDS = time(
            "retention.ids",
            "PT0S",
            "PT87600H",
            "PT24H",
            "How long a message id that the caller chose stays taken after the delivery");
    /** {@code outbox.retention.delivered}. */
    public static final ConfigKey<Duration> RETENTION_DELIVERED = time(
            "retention.delivered",
            "PT0S",
            "PT87600H",
            "PT0S",
            "How long delivered messages are kept, to be looked at; by default they are deleted at once");
    /** {@code outbox.retention.dead}. */
    public static final ConfigKey<Duration> RETENTION_DEAD = time(
            "retention.dead",
            "PT0.001S",
            "PT87600H",
            null,
            "After this time a dead letter is deleted; by default it is kept for ever");
    /** {@code outbox.metrics.interval}. */
    public static final ConfigKey<Duration> METRICS_INTERVAL = time(
            "metrics.interval",
            "PT1S",
            "PT1H",
            "PT10S",
            "How often the state of the outbox is counted for metrics and health");
    /** {@code outbox.health.max-age}. */
    public static final ConfigKey<Duration> HEALTH_MAX_AGE = time(
            "health.max-age",
            "PT1S",
            "PT87600H",
            null,
            "While a message waits for longer than this the health check is down; by default its age does not matter");
    /** {@code outbox.executor}. */
    public static final ConfigKey<String> EXECUTOR = text(
            "executor",
            255,
            "java:comp/DefaultManagedExecutorService",
            "JNDI name of the ManagedExecutorService that deliveries run on");
    /** {@code outbox.scheduled-executor}. */
    public static final ConfigKey<String> SCHEDULED_EXECUTOR = text(
            "scheduled-executor",
            255,
            "java:comp/DefaultManagedScheduledExecutorService",
            "JNDI name of the ManagedScheduledExecutorService that timers run on");
    /** {@code outbox.thread-factory}. */
    public static final ConfigKey<String> THREAD_FACTORY = text(
            "thread-factory",
            255,
            "java:comp/DefaultManagedThreadFactory",
            "JNDI name of the ManagedThreadFactory that makes the thread of the heartbeat");
    /** {@code outbox.jpa.schema}. */
    public static final ConfigKey<String> JPA_SCHEMA = choice(
            "jpa.schema",
            List.of("check", "create"),
            "check",
            "JPA store: only check the tables at start, or create what is missing first (for development)");
    /** {@code outbox.dynamodb.table}. */
    public static final ConfigKey<String> DYNAMODB_TABLE =
            text("dynamodb.table", 255, "outbox", "DynamoDB store: the table; several applications may share one");
    /** {@code outbox.dynamodb.schema}. */
    public static final ConfigKey<String> DYNAMODB_SCHEMA = choice(
            "dynamodb.schema",
            List.of("check", "create"),
            "check",
            "DynamoDB store: only check the table at start, or create it if it is missing");
    /** {@code outbox.dynamodb.layout}. */
    public static final ConfigKey<String> DYNAMODB_LAYOUT = choice(
            "dynamodb.layout",
            List.of("age", "message-id"),
            "age",
            "DynamoDB store: what range keys are; recorded in the outbox, a node configured otherwise refuses to start");
    /** {@code outbox.dynamodb.jta}. */
    public static final ConfigKey<String> DYNAMODB_JTA = choice(
            "dynamodb.jta",
            List.of("refuse", "best-effort"),
            "refuse",
            "DynamoDB store: what an emit in a JTA transaction does: fail, or write after the commit, which a crash loses");
    /** {@code outbox.dynamodb.read-units}. */
    public static final ConfigKey<Integer> DYNAMODB_READ_UNITS = whole(
            "dynamodb.read-units",
            1,
            1_000_000,
            null,
            "DynamoDB store: provisioned read units of a table that is created; by default it is billed on demand");
    /** {@code outbox.dynamodb.write-units}. */
    public static final ConfigKey<Integer> DYNAMODB_WRITE_UNITS =
            whole("dynamodb.write-units", 1, 1_000_000, null, "DynamoDB store: the same for writes; set both or none");
    /** {@code outbox.dynamodb.deep-backlog-pages}. */
    public static final ConfigKey<Integer> DYNAMODB_DEEP_BACKLOG_PAGES = whole(
            "dynamodb.deep-backlog-pages",
            1,
            1_000_000,
            20,
            "DynamoDB store, layout message-id: a claim that reads more pages than this logs a warning");

    /** All keys, in the order of the documentation. */
    public static final List<ConfigKey<?>> ALL = Collections.unmodifiableList(DECLARED);

    /** {@code outbox.handler.<name>.max-attempts}. */
    public static final ConfigKey<Integer> HANDLER_MAX_ATTEMPTS =
            ofHandler("max-attempts", new KeyType.Whole(1, 1000), null, "In place of outbox.max-attempts");
    /** {@code outbox.handler.<name>.delivery-timeout}. */
    public static final ConfigKey<Duration> HANDLER_DELIVERY_TIMEOUT = ofHandler(
            "delivery-timeout",
            new KeyType.Time(Duration.ofMillis(1), Duration.ofMinutes(15)),
            null,
            "In place of outbox.delivery-timeout, which it must not exceed");
    /** {@code outbox.handler.<name>.concurrency}. */
    public static final ConfigKey<Integer> HANDLER_CONCURRENCY = ofHandler(
            "concurrency",
            new KeyType.Whole(1, 1000),
            null,
            "How many deliveries to it run at the same time on this node; by default as many as outbox.workers");
    /** {@code outbox.handler.<name>.enabled}. */
    public static final ConfigKey<String> HANDLER_ENABLED = ofHandler(
            "enabled",
            new KeyType.Choice(List.of("true", "false")),
            "true",
            "Whether this node delivers to it; if not, its messages wait for a node that does");

    /** The keys of a single handler, with {@code <name>} where its name belongs. */
    public static final List<ConfigKey<?>> PER_HANDLER =
            List.of(HANDLER_MAX_ATTEMPTS, HANDLER_DELIVERY_TIMEOUT, HANDLER_CONCURRENCY, HANDLER_ENABLED);

    private ConfigKeys() {}

    private static <T> ConfigKey<T> ofHandler(String name, KeyType<T> type, @Nullable T fallback, String description) {
        return new ConfigKey<>(HANDLER_PREFIX + "<name>." + name, type, fallback, description);
    }

    private static ConfigKey<String> text(String name, int maxLength, @Nullable String fallback, String description) {
        return declare(new ConfigKey<>(PREFIX + name, new KeyType.Text(maxLength), fallback, description));
    }

    private static ConfigKey<String> choice(String name, List<String> words, String fallback, String description) {
        return declare(new ConfigKey<>(PREFIX + name, new KeyType.Choice(words), fallback, description));
    }

    private static ConfigKey<Integer> whole(
            String name, int min, int max, @Nullable Integer fallback, String description) {
        return declare(new ConfigKey<>(PREFIX + name, new KeyType.Whole(min, max), fallback, description));
    }

    private static ConfigKey<Duration> time(
            String name, String min, String max, @Nullable String fallback, String description) {
        KeyType<Duration> type = new KeyType.Time(Duration.parse(min), Duration.parse(max));
        Duration parsed = fallback == null ? null : Duration.parse(fallback);
        return declare(new ConfigKey<>(PREFIX + name, type, parsed, description));
    }

    private static <T> ConfigKey<T> declare(ConfigKey<T> key) {
        DECLARED.add(key);
        return key;
    }
}
