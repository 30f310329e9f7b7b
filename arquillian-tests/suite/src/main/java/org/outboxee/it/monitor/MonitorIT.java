package org.outboxee.it.monitor;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.outboxee.it.Deployments;
import org.outboxee.it.Scrape;
import org.outboxee.it.Server;

/** The server's own pages show how the outbox is. */
@ExtendWith(ArquillianExtension.class)
@RunAsClient
class MonitorIT {

    private static final String OURS = "outbox=\"monitor\"";

    @ArquillianResource
    Deployer deployer;

    @Deployment(name = "monitor", managed = false, testable = false)
    static WebArchive application() {
        return Deployments.jpa(MonitorIT.class, "outbox.metrics.interval=PT1S");
    }

    @Test
    void metrics_and_health_are_there_while_the_application_is() {
        deployer.deploy("monitor");
        for (String name : List.of("good", "good", "bad", "late", "late")) {
            Server.get("monitor/emit?name=" + name);
        }

        awaitDeliveries("good", "delivered", 2);
        awaitDeliveries("bad", "dead", 1);
        awaitDeliveries("late", "retried", 1);
        await().atMost(30, SECONDS).untilAsserted(() -> {
            Scrape now = scrape();
            assertThat(now.value("outbox_depth", OURS)).hasValue(2);
            assertThat(now.value("outbox_claimed_depth", OURS)).hasValue(0);
            assertThat(now.value("outbox_dead", OURS)).hasValue(1);
            assertThat(now.value("outbox_stalled_lanes", OURS)).hasValue(1);
            assertThat(now.value("outbox_oldest_age_seconds", OURS).orElseThrow())
                    .isBetween(0.001, 600.0);
            assertThat(now.value("outbox_owned_partitions", OURS)).hasValue(32);
        });
        Scrape now = scrape();
        assertThat(now.value("outbox_emitted_total", OURS, "name=\"good\"")).hasValue(2);
        assertThat(now.value("outbox_delivery_duration_seconds_count", OURS, "name=\"good\"", "binding=\"default\""))
                .hasValue(2);
        assertThat(now.value("outbox_delivery_latency_seconds_count", OURS, "name=\"late\""))
                .hasValue(1);
        assertThat(now.value("outbox_lease_lost_total", OURS)).hasValue(0);
        assertThat(now.with(OURS))
                .allSatisfy(line -> assertThat(String.join(" ", line.labels())).doesNotContain("key of"));

        // WildFly has no MicroProfile Health in this configuration.
        Server.health()
                .ifPresent(health -> assertThat(health)
                        .contains("\"name\":\"outbox\"", "\"name\":\"monitor\"")
                        .contains("\"running\":true", "\"storeReachable\":true")
                        .contains("\"pending\":2", "\"dead\":1", "\"stalledLanes\":1", "\"ownedPartitions\":32"));

        deployer.undeploy("monitor");
        assertThat(scrape().with(OURS)).isEmpty();
    }

    private static Scrape scrape() {
        return Scrape.of(Server.metrics());
    }

    private static void awaitDeliveries(String name, String outcome, int count) {
        await().atMost(30, SECONDS)
                .untilAsserted(() -> assertThat(scrape().value(
                                        "outbox_deliveries_total",
                                        OURS,
                                        "name=\"" + name + "\"",
                                        "outcome=\"" + outcome + "\""))
                        .hasValue(count));
    }
}
