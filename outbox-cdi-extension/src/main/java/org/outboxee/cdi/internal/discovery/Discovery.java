package org.outboxee.cdi.internal.discovery;

import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.ObserverMethod;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.outboxee.HeaderContributor;
import org.outboxee.OutboxConfigurationException;
import org.outboxee.OutboxHandler;
import org.outboxee.cdi.internal.config.HandlerKeys;
import org.outboxee.cdi.internal.config.HandlerKeys.Handler;
import org.outboxee.cdi.internal.config.HandlerSettings;
import org.outboxee.cdi.internal.config.OutboxConfig;
import org.outboxee.cdi.internal.config.Problems;
import org.outboxee.cdi.internal.config.Settings;
import org.outboxee.spi.OutboxMetrics;
import org.outboxee.spi.PayloadCodec;
import org.outboxee.spi.Producer;
import org.outboxee.spi.StoreProvider;

/** Collects while the container discovers, then checks everything at once. Used by one thread. */
public final class Discovery {

    private final List<HandlerMethod> handlers = new ArrayList<>();
    private final ContributedBeans beans = new ContributedBeans();

    /** Takes an observer if it is a handler. */
    public void observer(ObserverMethod<?> observer, @Nullable AnnotatedMethod<?> method) {
        observer.getObservedQualifiers().stream()
                .filter(OutboxHandler.class::isInstance)
                .map(OutboxHandler.class::cast)
                .forEach(qualifier -> handlers.add(HandlerMethod.of(qualifier, observer, method)));
    }

    /** Takes a bean if it is of one of our types. */
    public void bean(Bean<?> bean) {
        beans.add(bean);
    }

    /**
     * Checks all that was collected.
     *
     * @param application the application's class loader
     * @throws OutboxConfigurationException if there is any problem; its message lists them all
     */
    public Deployment check(BeanManager beanManager, ClassLoader application) {
        Problems problems = new Problems();
        new HandlerRules(problems, beanManager).check(handlers);
        List<Handler> named = handlers.stream()
                .map(handler -> new Handler(handler.name(), handler.binding()))
                .toList();
        Settings settings = Settings.of(application, new HandlerKeys(named), problems);
        OutboxConfig config = OutboxConfig.read(settings, problems);
        Deployment deployment = new Deployment(
                config,
                settings,
                handlers,
                HandlerSettings.read(settings, named, config.relay(), problems),
                stores(config, problems),
                beans.atMostOne(Producer.class, beanManager, problems),
                beans.atMostOne(PayloadCodec.class, beanManager, problems),
                beans.atMostOne(OutboxMetrics.class, beanManager, problems),
                beans.all(HeaderContributor.class));
        if (!problems.isEmpty()) {
            throw problems.report();
        }
        return deployment;
    }

    private List<Bean<?>> stores(OutboxConfig config, Problems problems) {
        List<Bean<?>> stores = beans.all(StoreProvider.class);
        if (stores.isEmpty()) {
            problems.add(
                    "OUTBOX-05021",
                    "There is no store. Add outbox-jpa-store or outbox-memory-store to the application");
        } else if (stores.size() > 1 && config.store().isEmpty()) {
            problems.add(
                    "OUTBOX-05022",
                    "There are several stores: " + ContributedBeans.names(new LinkedHashSet<>(stores))
                            + "; set outbox.store to the name of the one to use, such as jpa or memory");
        }
        return stores;
    }
}
