package org.outboxee.cdi;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.ProcessBean;
import jakarta.enterprise.inject.spi.ProcessObserverMethod;
import jakarta.enterprise.inject.spi.ProcessSyntheticObserverMethod;
import jakarta.enterprise.inject.spi.WithAnnotations;
import jakarta.interceptor.Interceptor;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.outboxee.OutboxConfigurationException;
import org.outboxee.OutboxHandler;
import org.outboxee.cdi.internal.container.NewTransaction;
import org.outboxee.cdi.internal.delivery.CurrentDelivery;
import org.outboxee.cdi.internal.delivery.RequestScope;
import org.outboxee.cdi.internal.delivery.RollbackIsFailure;
import org.outboxee.cdi.internal.discovery.Deployment;
import org.outboxee.cdi.internal.discovery.Discovery;
import org.outboxee.cdi.internal.discovery.OptionalBeans;
import org.outboxee.cdi.internal.discovery.TransactionalHandlers;
import org.outboxee.cdi.internal.runtime.AdminBean;
import org.outboxee.cdi.internal.runtime.Assembly;
import org.outboxee.cdi.internal.runtime.MessageFactoryBean;
import org.outboxee.cdi.internal.runtime.OutboxBean;
import org.outboxee.cdi.internal.runtime.OutboxRuntime;

/**
 * Brings the outbox into a CDI container: adds its beans, collects the handlers and the beans that take part, and
 * checks it all. Every problem is in one deployment error. Found by the service loader; nothing needs to be declared.
 *
 * <p>It only collects and checks; what runs, runs in {@link OutboxRuntime} from the container's {@code Startup} on.
 */
public class OutboxExtension implements Extension {

    private static final List<Class<?>> BEANS = List.of(
            OutboxBean.class,
            AdminBean.class,
            MessageFactoryBean.class,
            OutboxRuntime.class,
            CurrentDelivery.class,
            RequestScope.class,
            Assembly.class,
            NewTransaction.class,
            RollbackIsFailure.class);

    private final Discovery discovery = new Discovery();
    private @Nullable Deployment deployment;

    /** For the service loader. */
    public OutboxExtension() {}

    void addBeans(@Observes BeforeBeanDiscovery event) {
        for (Class<?> bean : BEANS) {
            event.addAnnotatedType(bean, bean.getName());
        }
        for (Class<?> bean : OptionalBeans.of(Thread.currentThread().getContextClassLoader())) {
            event.addAnnotatedType(bean, bean.getName());
        }
    }

    void intercept(@Observes @WithAnnotations(OutboxHandler.class) ProcessAnnotatedType<?> event, BeanManager manager) {
        TransactionalHandlers.intercept(event.configureAnnotatedType(), manager);
    }

    // Late, to see what other extensions made of an observer.
    void collect(@Observes @Priority(Interceptor.Priority.LIBRARY_AFTER + 500) ProcessObserverMethod<?, ?> event) {
        boolean synthetic = event instanceof ProcessSyntheticObserverMethod;
        discovery.observer(event.getObserverMethod(), synthetic ? null : event.getAnnotatedMethod());
    }

    void collect(@Observes ProcessBean<?> event) {
        discovery.bean(event.getBean());
    }

    void addDeployment(@Observes AfterBeanDiscovery event) {
        event.<Deployment>addBean()
                .addType(Deployment.class)
                .scope(Dependent.class)
                .createWith(context -> checked());
    }

    void check(@Observes AfterDeploymentValidation event, BeanManager beanManager) {
        try {
            deployment = discovery.check(beanManager, Thread.currentThread().getContextClassLoader());
        } catch (OutboxConfigurationException problems) {
            event.addDeploymentProblem(problems);
        }
    }

    private Deployment checked() {
        if (deployment == null) {
            throw new IllegalStateException("The outbox can be used after the container has validated the deployment");
        }
        return deployment;
    }
}
