package org.outboxee.cdi.internal.discovery;

import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.transaction.Transactional;
import java.lang.annotation.Annotation;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Whether the container takes a method out of its caller's transaction.
 *
 * @param beanManager knows the stereotypes
 */
record TransactionBoundary(BeanManager beanManager) {

    private static final Set<String> LEAVING = Set.of("REQUIRES_NEW", "NOT_SUPPORTED", "NEVER");

    /** What does so, as it stands in the source; empty if nothing does. */
    Optional<String> of(AnnotatedMethod<?> method, Class<?> beanClass) {
        List<Annotation> ofBean = Stream.concat(
                        Arrays.stream(beanClass.getAnnotations()), method.getDeclaringType().getAnnotations().stream())
                .toList();
        return beanManaged(ofBean)
                .or(() -> first(
                        attribute(method.getAnnotations()),
                        // An inherited method has the attribute of the class that declares it.
                        attribute(List.of(
                                method.getJavaMember().getDeclaringClass().getAnnotations()))))
                .or(() -> first(transactional(method.getAnnotations()), transactional(ofBean)));
    }

    /** The nearer one decides, also if it stays in the transaction. */
    private static Optional<String> first(Optional<Annotation> nearer, Optional<Annotation> farther) {
        return nearer.or(() -> farther)
                .filter(annotation -> LEAVING.contains(value(annotation)))
                .map(annotation -> "@" + annotation.annotationType().getSimpleName() + "(" + value(annotation) + ")");
    }

    private static Optional<String> beanManaged(Collection<Annotation> annotations) {
        return named(annotations, "jakarta.ejb.TransactionManagement")
                .filter(management -> value(management).equals("BEAN"))
                .map(management -> "@TransactionManagement(BEAN)");
    }

    private static Optional<Annotation> attribute(Collection<Annotation> annotations) {
        return named(annotations, "jakarta.ejb.TransactionAttribute");
    }

    private Optional<Annotation> transactional(Collection<Annotation> annotations) {
        return annotations.stream()
                .filter(annotation -> annotation.annotationType() == Transactional.class)
                .findFirst()
                .or(() -> annotations.stream()
                        .map(Annotation::annotationType)
                        .filter(beanManager::isStereotype)
                        .flatMap(type -> transactional(beanManager.getStereotypeDefinition(type)).stream())
                        .findFirst());
    }

    /** By name, since a server need not have enterprise beans. */
    private static Optional<Annotation> named(Collection<Annotation> annotations, String name) {
        return annotations.stream()
                .filter(annotation -> annotation.annotationType().getName().equals(name))
                .findFirst();
    }

    private static String value(Annotation annotation) {
        try {
            return String.valueOf(annotation.annotationType().getMethod("value").invoke(annotation));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
