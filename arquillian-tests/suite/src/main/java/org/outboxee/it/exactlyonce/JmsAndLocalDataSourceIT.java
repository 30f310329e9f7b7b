package org.outboxee.it.exactlyonce;

import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * With a data source that is not XA, the server commits the database when the broker is prepared: its last resource.
 */
@EnabledIf(value = "isWildFly", disabledReason = WithJms.NO_BROKER)
class JmsAndLocalDataSourceIT extends WithJms {

    @Deployment
    static WebArchive application() {
        return application(JmsAndLocalDataSourceIT.class);
    }
}
