package org.outboxee.it.broken;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.outboxee.it.Server;

/** An application with mistakes is refused with one report that names them all. */
@ExtendWith(ArquillianExtension.class)
@RunAsClient
class BrokenDeploymentIT {

    @ArquillianResource
    Deployer deployer;

    @Deployment(name = "broken", managed = false, testable = false)
    static WebArchive application() {
        return Deployments.memory(BrokenDeploymentIT.class, "outbox.bach=16", "outbox.workers=0");
    }

    @Test
    void a_broken_application_is_refused_with_one_report_of_all_its_problems() {
        assertThatThrownBy(() -> deployer.deploy("broken")).hasStackTraceContaining("OUTBOX-05001");

        // The log has the whole report; how much of it the deployer is told is up to the server.
        List<String> report = Server.log()
                .lines()
                .dropWhile(line -> !line.contains("OUTBOX-05001"))
                .skip(1)
                .takeWhile(line -> line.startsWith("  - "))
                .toList();
        assertThat(report)
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).contains("OUTBOX-", "outbox.bach", "outbox.batch"),
                        line -> assertThat(line).contains("OUTBOX-", "outbox.workers", "\"0\"", "1 to 1000"),
                        line -> assertThat(line).contains("OUTBOX-", "\"twice\"", "Twins#first", "Twins#second"),
                        line -> assertThat(line).contains("OUTBOX-", "Twins#later", "@ObservesAsync"),
                        line -> assertThat(line).contains("OUTBOX-", "Leaving#alone", "@Transactional(REQUIRES_NEW)"),
                        line -> assertThat(line)
                                .contains("OUTBOX-", "LeavingBean#on", "@TransactionAttribute(NOT_SUPPORTED)"),
                        line -> assertThat(line)
                                .contains("OUTBOX-", "BeanManagedBean#on", "@TransactionManagement(BEAN)"));
    }
}
