package org.outboxee.it;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The ground that the other server tests stand on: an application with the library in it deploys, and CDI works there.
 */
@ExtendWith(ArquillianExtension.class)
class DeploymentIT {

    @Inject
    Greeter greeter;

    @Deployment
    static WebArchive application() {
        return Deployments.war("deployment").addClass(Greeter.class);
    }

    @Test
    void a_bean_of_the_application_is_injected() {
        assertThat(greeter.greet()).isEqualTo("hello");
    }

    /** Something to inject. */
    @ApplicationScoped
    static class Greeter {

        String greet() {
            return "hello";
        }
    }
}
