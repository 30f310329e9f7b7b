package org.outboxee.cdi.internal.management;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.outboxee.cdi.management.RelayMXBean;

/** The MBean of one outbox, registered until this is closed: the server would hold the application by it for ever. */
public final class Registration implements AutoCloseable {

    private static final Logger LOG = System.getLogger("org.outboxee.cdi");

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final ObjectName name;
    private boolean registered;

    /** Registers; an outbox without its MBean works all the same, so that a failure is only logged. */
    public Registration(String outboxName, RelayMXBean relay) {
        try {
            name = new ObjectName("org.outboxee:type=Relay,outbox=" + ObjectName.quote(outboxName));
        } catch (JMException e) {
            throw new IllegalStateException(e); // it is quoted
        }
        try {
            server.registerMBean(relay, name);
            registered = true;
        } catch (InstanceAlreadyExistsException e) {
            LOG.log(
                    Level.WARNING,
                    "OUTBOX-05066: " + name
                            + " is there already, so this application's relay cannot be managed by JMX; give"
                            + " the applications of one server different values of outbox.name");
        } catch (JMException | RuntimeException e) {
            LOG.log(Level.WARNING, "OUTBOX-05067: The relay cannot be managed by JMX; everything else works", e);
        }
    }

    @Override
    public void close() throws JMException {
        if (registered) {
            registered = false;
            server.unregisterMBean(name);
        }
    }
}
