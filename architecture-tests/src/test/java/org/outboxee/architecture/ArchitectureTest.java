package org.outboxee.architecture;

import static com.tngtech.archunit.lang.conditions.ArchConditions.be;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ArchitectureTest {

    private static final JavaClasses LIBRARY = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.outboxee");

    @ParameterizedTest
    @EnumSource
    void every_module_is_looked_at(Module module) {
        assertThat(LIBRARY.that(module.classes())).isNotEmpty();
    }

    @Test
    void every_class_belongs_to_a_module() {
        classes().should(be(Module.classesOfAnyModule())).check(LIBRARY);
    }

    @ParameterizedTest
    @EnumSource
    void a_module_uses_only_the_modules_it_may(Module module) {
        Rules.usesOnlyTheModulesItMay(module).check(LIBRARY);
    }

    @Test
    void the_api_needs_only_the_jdk_and_cdi_annotations() {
        Rules.apiNeedsOnlyTheJdkAndCdiAnnotations().check(LIBRARY);
    }

    @Test
    void the_relay_needs_only_the_jdk() {
        Rules.relayNeedsOnlyTheJdk().check(LIBRARY);
    }

    @Test
    void internals_stay_inside_their_module() {
        Rules.internalsStayInside().check(LIBRARY);
    }

    @Test
    void every_package_is_null_marked() {
        Rules.packagesAreNullMarked().check(LIBRARY);
    }

    @Test
    void packages_are_free_of_cycles() {
        Rules.packagesAreFreeOfCycles().check(LIBRARY);
    }
}
