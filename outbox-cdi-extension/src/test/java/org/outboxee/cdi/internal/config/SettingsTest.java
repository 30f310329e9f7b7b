package org.outboxee.cdi.internal.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.outboxee.cdi.testing.Configured;
import org.outboxee.cdi.testing.Log;
import org.outboxee.relay.RelayConfig;
import org.outboxee.spi.Retention;

class SettingsTest {

    private static final String OWN = "META-INF/outbox.properties";
    private static final String SHARED = "META-INF/microprofile-config.properties";

    private final Problems problems = new Problems();

    @AutoClose
    private final Log log = new Log();

    @AfterEach
    void forget_system_properties() {
        System.getProperties().keySet().removeIf(key -> key.toString().startsWith("outbox."));
    }

    private OutboxConfig read(String file, String... lines) {
        return OutboxConfig.read(Settings.of(Configured.loader(file, lines), HandlerKeys.NONE, problems), problems);
    }

    private String report() {
        return problems.isEmpty() ? "" : problems.report().getMessage();
    }

    @Test
    void without_any_setting_the_defaults_hold_and_they_are_those_of_the_relay() {
        OutboxConfig config = read(OWN);
        assertThat(report()).isEmpty();
        assertThat(config.relay()).isEqualTo(RelayConfig.builder().build());
        assertThat(config.name()).isEqualTo("default");
        assertThat(config.partitions()).isEqualTo(32);
        assertThat(config.store()).isEmpty();
        assertThat(config.emitsOutsideTransactions()).isFalse();
        assertThat(config.executor()).isEqualTo("java:comp/DefaultManagedExecutorService");
        assertThat(config.scheduledExecutor()).isEqualTo("java:comp/DefaultManagedScheduledExecutorService");
        assertThat(config.threadFactory()).isEqualTo("java:comp/DefaultManagedThreadFactory");
    }

    @Test
    void every_key_arrives_where_it_belongs() {
        OutboxConfig config = read(
                OWN,
                "outbox.name=shop",
                "outbox.partitions=7",
                "outbox.store=jpa",
                "outbox.emit.transaction=auto",
                "outbox.batch=5",
                "outbox.workers=6",
                "outbox.poll-interval=PT2S",
                "outbox.delivery-timeout=PT3S",
                "outbox.settle-timeout=PT4S",
                "outbox.lease-margin=PT5S",
                "outbox.node-lease=PT16S",
                "outbox.max-attempts=9",
                "outbox.max-crashes=0",
                "outbox.backoff.initial=PT0.25S",
                "outbox.backoff.max=PT7M",
                "outbox.shutdown.timeout=PT8S",
                "outbox.unhandled.delay=PT9S",
                "outbox.metrics.interval=PT13S",
                "outbox.health.max-age=PT14S",
                "outbox.executor=java:app/e",
                "outbox.scheduled-executor=java:app/s",
                "outbox.thread-factory=java:app/t",
                "outbox.max-depth=1000",
                "outbox.retention.ids=PT10S",
                "outbox.retention.delivered=PT11S",
                "outbox.retention.dead=PT12S",
                "outbox.jpa.schema=create");
        assertThat(report()).isEmpty();
        assertThat(config)
                .isEqualTo(new OutboxConfig(
                        "shop",
                        7,
                        Optional.of("jpa"),
                        true,
                        "java:app/e",
                        "java:app/s",
                        "java:app/t",
                        Optional.of(1000),
                        new Retention(Duration.ofSeconds(11), Duration.ofSeconds(10)),
                        Optional.of(Duration.ofSeconds(14)),
                        new RelayConfig(
                                5,
                                6,
                                Duration.ofSeconds(2),
                                Duration.ofSeconds(3),
                                Duration.ofSeconds(4),
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(16),
                                9,
                                0,
                                Duration.ofMillis(250),
                                Duration.ofMinutes(7),
                                Duration.ofSeconds(8),
                                Duration.ofSeconds(9),
                                Duration.ofSeconds(13),
                                Optional.of(Duration.ofSeconds(12)))));
    }

    static Stream<ConfigKey<?>> keys() {
        return ConfigKeys.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("keys")
    <T> void a_default_is_within_its_own_range(ConfigKey<T> key) {
        key.defaultText().ifPresent(text -> assertThat(key.type().parse(text)).contains(key.fallback()));
    }

    @ParameterizedTest
    @MethodSource("keys")
    void the_relay_accepts_both_ends_of_every_range(ConfigKey<?> key) {
        if (key.type() instanceof KeyType.Whole whole) {
            accepts(key, String.valueOf(whole.min()));
            accepts(key, String.valueOf(whole.max()));
        } else if (key.type() instanceof KeyType.Time time) {
            accepts(key, time.min().toString());
            accepts(key, time.max().toString());
        }
    }

    private void accepts(ConfigKey<?> key, String value) {
        // roomy neighbours, since some ranges depend on each other
        read(
                OWN,
                "outbox.batch=1",
                "outbox.workers=1000",
                "outbox.delivery-timeout=PT1S",
                "outbox.settle-timeout=PT0.001S",
                "outbox.lease-margin=PT0S",
                "outbox.node-lease=PT15M",
                "outbox.backoff.initial=PT0.001S",
                "outbox.backoff.max=PT8760H",
                key.name() + "=" + value);
        String onlyTheLeaseIsTooLong = "OUTBOX-02006";
        assertThat(report())
                .satisfiesAnyOf(
                        report -> assertThat(report).isEmpty(),
                        report -> assertThat(report)
                                .contains(onlyTheLeaseIsTooLong)
                                .doesNotContain("OUTBOX-02005", "OUTBOX-05031"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "outbox.partitions;0;number: 1 to 1024",
                "outbox.partitions;1025;number: 1 to 1024",
                "outbox.workers;four;number: 1 to 1000",
                "outbox.batch;99999999999;number: 1 to 1000",
                "outbox.poll-interval;1s;duration: PT0.001S to PT1H",
                "outbox.poll-interval;PT0S;duration: PT0.001S to PT1H",
                "outbox.delivery-timeout;PT16M;duration: PT0.001S to PT15M",
                "outbox.emit.transaction;Auto;word: required, auto",
                "outbox.jpa.schema;drop;word: check, create",
                "outbox.name;x23456789012345678901234567890123456789012345678901;text: 1 to 50 characters",
            })
    void a_value_out_of_range_is_reported_with_key_value_place_and_range(String key, String value, String range) {
        read(OWN, key + "=" + value);
        assertThat(report()).contains("OUTBOX-05031: " + key + " is \"" + value + "\"", OWN, "allowed is a " + range);
    }

    @Test
    void all_wrong_values_are_in_one_report() {
        read(OWN, "outbox.partitions=0", "outbox.workers=0", "outbox.store=\\u0020");
        assertThat(report()).contains("3 problems", "outbox.partitions", "outbox.workers", "outbox.store");
    }

    @Test
    void values_that_do_not_fit_together_are_reported() {
        read(OWN, "outbox.batch=1000", "outbox.workers=1");
        assertThat(report()).contains("OUTBOX-02006", "outbox.batch=1000");
    }

    @Test
    void an_unknown_key_in_our_own_file_is_a_problem_that_names_the_nearest_key() {
        read(OWN, "outbox.pol-interval=PT1S", "workers=3");
        assertThat(report())
                .contains("2 problems", "OUTBOX-05032", OWN)
                .contains("Unknown key outbox.pol-interval", "nearest known key is outbox.poll-interval")
                .contains("Unknown key workers", "nearest known key is outbox.workers");
    }

    @Test
    void an_unknown_key_in_the_applications_microprofile_file_is_a_problem_too() {
        read(SHARED, "outbox.wrokers=3", "%test.outbox.bach=3", "other.setting=x", "outboxes=1");
        assertThat(report())
                .contains("2 problems", SHARED)
                .contains("Unknown key outbox.wrokers", "nearest known key is outbox.workers")
                .contains("Unknown key outbox.bach", "nearest known key is outbox.batch")
                .doesNotContain("other.setting", "outboxes");
    }

    @Test
    void an_unknown_key_elsewhere_is_a_warning() {
        System.setProperty("outbox.max-atempts", "3");
        System.setProperty("outbox.poll-interval", "PT1S");
        read(OWN);
        assertThat(report()).isEmpty();
        assertThat(log.lines())
                .singleElement()
                .asString()
                .startsWith("WARNING OUTBOX-05033")
                .contains("outbox.max-atempts", "outbox.max-attempts");
    }

    @Test
    void system_properties_come_before_our_own_file() {
        System.setProperty("outbox.workers", "7");
        assertThat(read(OWN, "outbox.workers=3", "outbox.batch=2").relay())
                .extracting(RelayConfig::workers, RelayConfig::batch)
                .containsExactly(7, 2);
    }

    @Test
    void the_applications_microprofile_file_comes_before_our_own() {
        ClassLoader application =
                Configured.loader(Map.of(OWN, "outbox.workers=3\noutbox.batch=2", SHARED, "outbox.workers=7"));
        assertThat(OutboxConfig.read(Settings.of(application, HandlerKeys.NONE, problems), problems)
                        .relay())
                .extracting(RelayConfig::workers, RelayConfig::batch)
                .containsExactly(7, 2);
    }

    @Test
    void an_empty_value_is_no_value() {
        assertThat(read(OWN, "outbox.workers=").relay().workers()).isEqualTo(4);
    }

    @Test
    void without_microprofile_config_the_system_and_our_own_file_are_read() {
        System.setProperty("outbox.workers", "7");
        ClassLoader hidden = new HidingLoader(Configured.loader(OWN, "outbox.batch=2"));
        assertThat(OutboxConfig.read(Settings.of(hidden, HandlerKeys.NONE, problems), problems)
                        .relay())
                .extracting(RelayConfig::workers, RelayConfig::batch)
                .containsExactly(7, 2);
    }

    @Test
    void without_microprofile_config_the_environment_is_read_by_its_rules() {
        Properties properties = new Properties();
        properties.put("outbox.workers", "1");
        EnvironmentConfig config = new EnvironmentConfig(
                properties, Map.of("OUTBOX_WORKERS", "2", "OUTBOX_POLL_INTERVAL", "PT3S", "outbox.batch", "4"));
        assertThat(config.value("outbox.workers")).contains(new ConfigValue("1", "system property outbox.workers"));
        assertThat(config.value("outbox.poll-interval"))
                .contains(new ConfigValue("PT3S", "environment variable OUTBOX_POLL_INTERVAL"));
        assertThat(config.value("outbox.batch")).contains(new ConfigValue("4", "environment variable outbox.batch"));
        assertThat(config.value("outbox.name")).isEmpty();
        assertThat(config.names()).contains("outbox.workers", "OUTBOX_POLL_INTERVAL");
    }

    @Test
    void an_unknown_environment_variable_of_ours_is_a_warning() {
        new UnknownKeys(HandlerKeys.NONE)
                .warn(Set.of(
                        "OUTBOX_POL_INTERVAL",
                        "OUTBOX_POLL_INTERVAL",
                        "outbox.poll.interval", // as some implementations list the one before
                        "PATH"));
        assertThat(log.lines()).singleElement().asString().contains("OUTBOX_POL_INTERVAL", "outbox.poll-interval");
    }

    @Test
    void a_store_gets_the_text_of_its_own_setting_or_the_default() {
        assertThat(Settings.of(Configured.loader(OWN), HandlerKeys.NONE, problems)
                        .text("outbox.jpa.schema"))
                .contains("check");
        assertThat(Settings.of(Configured.loader(OWN, "outbox.jpa.schema=create"), HandlerKeys.NONE, problems)
                        .text("outbox.jpa.schema"))
                .contains("create");
        assertThat(Settings.of(Configured.loader(OWN), HandlerKeys.NONE, problems)
                        .text("outbox.store"))
                .isEmpty();
    }

    /** An application on a server without MicroProfile Config. */
    private static final class HidingLoader extends ClassLoader {

        HidingLoader(ClassLoader parent) {
            super(parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("org.eclipse.microprofile.")) {
                throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
        }
    }
}
