package org.outboxee.it.undeploy;

import static org.assertj.core.api.Assertions.assertThat;

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

/** An undeploy lets the deliveries that are running come to their end, and remembers that they did. */
@ExtendWith(ArquillianExtension.class)
@RunAsClient
class UndeployIT {

    @ArquillianResource
    Deployer deployer;

    @Deployment(name = "undeploy", managed = false, testable = false)
    static WebArchive application() {
        return Deployments.jpa(UndeployIT.class);
    }

    @Test
    void an_undeploy_waits_for_the_running_handler_and_its_message_is_not_delivered_again() {
        deployer.deploy("undeploy");
        assertThat(Server.get("undeploy/emit?name=slow&text=at-work")).isEqualTo("running");
        assertThat(Server.get("undeploy/receipts?text=at-work")).isEqualTo("0");
        deployer.undeploy("undeploy");

        deployer.deploy("undeploy");
        // What the database says before the new relay can have done anything with a message left behind.
        assertThat(Server.get("undeploy/receipts?text=at-work")).isEqualTo("1");
        Server.get("undeploy/emit?name=note&text=later");
        assertThat(Server.get("undeploy/receipts?settled&text=at-work")).isEqualTo("1");
        deployer.undeploy("undeploy");
    }
}
