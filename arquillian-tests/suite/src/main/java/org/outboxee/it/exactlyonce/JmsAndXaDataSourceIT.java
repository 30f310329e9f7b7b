package org.outboxee.it.exactlyonce;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.condition.EnabledIf;

/** With an XA data source, the database and the broker are prepared and committed. */
@EnabledIf(value = "isWildFly", disabledReason = WithJms.NO_BROKER)
class JmsAndXaDataSourceIT extends WithJms {

    @Deployment
    static WebArchive application() throws IOException {
        return application(JmsAndXaDataSourceIT.class).addAsResource(unit(), "META-INF/persistence.xml");
    }

    /** The unit of all tests, on the other data source. */
    private static StringAsset unit() throws IOException {
        try (InputStream file = WithJms.class.getResourceAsStream("/org/outboxee/it/unit/persistence.xml")) {
            String unit = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            return new StringAsset(unit.replace("java:comp/DefaultDataSource", "java:jboss/datasources/ExampleXADS"));
        }
    }
}
