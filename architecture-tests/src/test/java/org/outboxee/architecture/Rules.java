package org.outboxee.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.jspecify.annotations.NullMarked;

/** What must hold for the classes of the library. */
final class Rules {

    private static final String INTERNAL = ".internal";

    private Rules() {}

    static ArchRule usesOnlyTheModulesItMay(Module module) {
        return classes()
                .that(module.classes())
                .should()
                .onlyDependOnClassesThat(Module.foreign().or(module.allowed()))
                .as("module " + module + " uses only the modules that it may use");
    }

    static ArchRule apiNeedsOnlyTheJdkAndCdiAnnotations() {
        return needsOnly(Module.API, "java..", "org.jspecify..", "jakarta.enterprise..", "jakarta.inject..")
                .because("applications and stores of every kind inherit what the API needs");
    }

    static ArchRule relayNeedsOnlyTheJdk() {
        return needsOnly(Module.RELAY, "java..", "org.jspecify..")
                .because("the engine runs in any container, and in a test without one");
    }

    static ArchRule internalsStayInside() {
        return classes()
                .should(notReachIntoForeignInternals())
                .because("what is internal may change without notice, even to our other modules");
    }

    static ArchRule packagesAreNullMarked() {
        return classes()
                .should(beInANullMarkedPackage())
                .because("null is checked by the compiler only where the package says so");
    }

    static ArchRule packagesAreFreeOfCycles() {
        return SlicesRuleDefinition.slices().assignedFrom(packages()).should().beFreeOfCycles();
    }

    private static ArchRule needsOnly(Module module, String... foreignPackages) {
        DescribedPredicate<JavaClass> ours = module.allowed();
        return classes()
                .that(module.classes())
                .should()
                .onlyDependOnClassesThat(ours.or(resideInAnyPackage(foreignPackages)));
    }

    private static ArchCondition<JavaClass> notReachIntoForeignInternals() {
        return new ArchCondition<>("not use the internals of another module") {
            @Override
            public void check(JavaClass origin, ConditionEvents events) {
                for (Dependency dependency : origin.getDirectDependenciesFromSelf()) {
                    String target = dependency.getTargetClass().getPackageName();
                    if (isInternal(target) && !isWithin(origin.getPackageName(), ownerOf(target))) {
                        events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
                    }
                }
            }
        };
    }

    private static boolean isInternal(String packageName) {
        return packageName.startsWith("org.outboxee.") && (packageName + ".").contains(INTERNAL + ".");
    }

    private static String ownerOf(String internalPackage) {
        return internalPackage.substring(0, internalPackage.indexOf(INTERNAL));
    }

    private static boolean isWithin(String packageName, String owner) {
        return packageName.equals(owner) || packageName.startsWith(owner + ".");
    }

    private static ArchCondition<JavaClass> beInANullMarkedPackage() {
        return new ArchCondition<>("be in a package whose package-info is @NullMarked") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
                    events.add(SimpleConditionEvent.violated(type, type.getName() + " is in a package without it"));
                }
            }
        };
    }

    /**
     * A package and its internals count as one: a builder in front of an implementation that reads its configuration.
     */
    private static SliceAssignment packages() {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                return SliceIdentifier.of((type.getPackageName() + ".").replace(INTERNAL + ".", "."));
            }

            @Override
            public String getDescription() {
                return "packages, each with its internals,";
            }
        };
    }
}
