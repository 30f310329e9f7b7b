package org.outboxee.it.redeploy;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.outboxee.it.Deployments;
import org.outboxee.it.Server;
import org.outboxee.it.probe.Loaders;
import org.outboxee.it.support.Note;
import org.outboxee.it.support.Transactions;

/** An undeployed application leaves nothing behind: no class loader, no thread. */
@ExtendWith(ArquillianExtension.class)
@RunAsClient
class RedeployIT {

    private static final int TIMES = 20;

    @ArquillianResource
    Deployer deployer;

    @Deployment(name = "probe", testable = false)
    static WebArchive probe() {
        return ShrinkWrap.create(WebArchive.class, "probe.war").addPackage(Loaders.class.getPackage());
    }

    @Deployment(name = "redeploy", managed = false, testable = false)
    static WebArchive application() {
        return Deployments.bareJpa(RedeployIT.class).addClasses(Loaders.class, Note.class, Transactions.class);
    }

    @Test
    void twenty_redeploys_leave_no_class_loader_and_no_thread() {
        for (int i = 1; i <= TIMES; i++) {
            deployer.deploy("redeploy");
            awaitAnswer("probe/registered", String.valueOf(i));
            deployer.undeploy("redeploy");
        }

        awaitAnswer("probe/survivors", TIMES + " class loaders, 0 alive");
    }

    private static void awaitAnswer(String path, String expected) {
        await().atMost(30, SECONDS)
                .untilAsserted(() -> assertThat(Server.get(path)).isEqualTo(expected));
    }
}
