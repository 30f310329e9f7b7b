package org.outboxee.cdi.internal.discovery;

import jakarta.enterprise.inject.AmbiguousResolutionException;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.outboxee.HeaderContributor;
import org.outboxee.cdi.internal.config.Problems;
import org.outboxee.spi.OutboxMetrics;
import org.outboxee.spi.PayloadCodec;
import org.outboxee.spi.Producer;
import org.outboxee.spi.StoreProvider;

/**
 * The beans with which an application and its jars take part. They are collected as they are processed, and not looked
 * up, since in an EAR the library may not see the modules that contribute them.
 */
final class ContributedBeans {

    private final Map<Class<?>, Set<Bean<?>>> byType = Map.of(
            StoreProvider.class, new LinkedHashSet<>(),
            Producer.class, new LinkedHashSet<>(),
            PayloadCodec.class, new LinkedHashSet<>(),
            OutboxMetrics.class, new LinkedHashSet<>(),
            HeaderContributor.class, new LinkedHashSet<>());

    void add(Bean<?> bean) {
        byType.forEach((type, beans) -> {
            if (bean.getTypes().contains(type)) {
                beans.add(bean);
            }
        });
    }

    /** Every bean of a type, whatever its qualifiers. */
    List<Bean<?>> all(Class<?> type) {
        return new ArrayList<>(byType.getOrDefault(type, Set.of()));
    }

    /** The one bean of a type, empty when there is none; several are a problem, unless one is the alternative. */
    Optional<Bean<?>> atMostOne(Class<?> type, BeanManager beans, Problems problems) {
        Set<Bean<?>> candidates = all(type).stream()
                .filter(bean -> bean.getQualifiers().contains(Default.Literal.INSTANCE))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        try {
            return Optional.ofNullable(beans.resolve(candidates));
        } catch (AmbiguousResolutionException several) {
            problems.add(
                    "OUTBOX-05024",
                    "There are several beans of type " + type.getName() + ": " + names(candidates)
                            + "; allowed is one. Remove the others, or make one an enabled @Alternative");
            return Optional.empty();
        }
    }

    static String names(Set<Bean<?>> beans) {
        return beans.stream()
                .map(bean -> bean.getBeanClass().getName())
                .sorted()
                .collect(Collectors.joining(", "));
    }
}
