package org.outboxee.architecture;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;
import org.outboxee.cdi.fixture.ExtensionUsingRelayInternals;
import org.outboxee.jpa.fixture.StoreUsingAnotherStore;
import org.outboxee.memory.fixture.StoreUsingRelay;
import org.outboxee.relay.fixture.RelayUsingJakarta;
import org.outboxee.relay.fixture.RelayUsingStore;
import org.outboxee.spi.fixture.ApiUsingForeignLibrary;
import org.outboxee.spi.fixture.ApiUsingRelay;
import org.outboxee.tck.fixture.one.First;
import org.outboxee.tck.fixture.two.Second;

/** A rule that cannot fail protects nothing: each one meets a class that breaks it. */
class RulesCanFailTest {

    @Test
    void an_api_that_uses_the_relay_is_caught() {
        assertCaught(Rules.usesOnlyTheModulesItMay(Module.API), ApiUsingRelay.class);
    }

    @Test
    void a_relay_that_uses_a_store_is_caught() {
        assertCaught(Rules.usesOnlyTheModulesItMay(Module.RELAY), RelayUsingStore.class);
    }

    @Test
    void a_store_that_uses_the_relay_is_caught() {
        assertCaught(Rules.usesOnlyTheModulesItMay(Module.MEMORY_STORE), StoreUsingRelay.class);
    }

    @Test
    void a_store_that_uses_another_store_is_caught() {
        assertCaught(Rules.usesOnlyTheModulesItMay(Module.JPA_STORE), StoreUsingAnotherStore.class);
    }

    @Test
    void an_api_that_needs_a_library_is_caught() {
        assertCaught(Rules.apiNeedsOnlyTheJdkAndCdiAnnotations(), ApiUsingForeignLibrary.class);
    }

    @Test
    void a_relay_that_needs_jakarta_is_caught() {
        assertCaught(Rules.relayNeedsOnlyTheJdk(), RelayUsingJakarta.class);
    }

    @Test
    void a_reach_into_the_internals_of_another_module_is_caught() {
        assertCaught(Rules.internalsStayInside(), ExtensionUsingRelayInternals.class);
    }

    @Test
    void a_package_without_null_marked_is_caught() {
        assertCaught(Rules.packagesAreNullMarked(), ApiUsingRelay.class);
    }

    @Test
    void a_cycle_of_packages_is_caught() {
        assertCaught(Rules.packagesAreFreeOfCycles(), First.class, Second.class);
    }

    private static void assertCaught(ArchRule rule, Class<?>... offenders) {
        var classes = new ClassFileImporter().importClasses(offenders);
        assertThatThrownBy(() -> rule.check(classes))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(offenders[0].getSimpleName());
    }
}
