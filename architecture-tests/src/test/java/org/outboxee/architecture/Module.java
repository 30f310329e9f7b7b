package org.outboxee.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The modules of the library, by their packages, and the modules that each may use. A new module gets a line here. */
@SuppressWarnings("ImmutableEnumChecker") // It cannot see that the lists are immutable.
enum Module {
    API(List.of("org.outboxee", "org.outboxee.spi..", "org.outboxee.admin..")),
    RELAY(List.of("org.outboxee.relay.."), API),
    TCK(List.of("org.outboxee.tck.."), API),
    MEMORY_STORE(List.of("org.outboxee.memory.."), API),
    JPA_STORE(List.of("org.outboxee.jpa.."), API),
    DYNAMO_STORE(List.of("org.outboxee.dynamo.."), API),
    CDI_EXTENSION(List.of("org.outboxee.cdi.."), API, RELAY);

    private static final String OURS = "org.outboxee..";

    private final List<String> packages;
    private final List<Module> mayUse;

    Module(List<String> packages, Module... mayUse) {
        this.packages = packages;
        this.mayUse = List.of(mayUse);
    }

    DescribedPredicate<JavaClass> classes() {
        return inAnyOf(packages.stream());
    }

    /** Our own classes that this module may depend on: its own and those of the modules that it may use. */
    DescribedPredicate<JavaClass> allowed() {
        return inAnyOf(Stream.concat(Stream.of(this), mayUse.stream()).flatMap(module -> module.packages.stream()));
    }

    static DescribedPredicate<JavaClass> classesOfAnyModule() {
        return inAnyOf(Arrays.stream(values()).flatMap(module -> module.packages.stream()));
    }

    static DescribedPredicate<JavaClass> foreign() {
        return resideOutsideOfPackage(OURS);
    }

    private static DescribedPredicate<JavaClass> inAnyOf(Stream<String> packages) {
        return resideInAnyPackage(packages.toArray(String[]::new));
    }
}
