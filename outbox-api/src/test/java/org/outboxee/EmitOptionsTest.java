package org.outboxee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class EmitOptionsTest {

    private static final Instant NOON = Instant.parse("2040-01-01T12:00:00Z");

    @Test
    void noneHasNothing() {
        EmitOptions none = EmitOptions.none();
        assertThat(none.key()).isEmpty();
        assertThat(none.id()).isEmpty();
        assertThat(none.headers()).isEmpty();
        assertThat(none.delay()).isEmpty();
        assertThat(none.at()).isEmpty();
    }

    @Test
    void partsAddUpInAnyOrder() {
        EmitOptions options = EmitOptions.header("tenant", "t1")
                .withKey("k")
                .withDelay(Duration.ofSeconds(5))
                .withId("i")
                .withHeader("empty", "");
        assertThat(options.key()).contains("k");
        assertThat(options.id()).contains("i");
        assertThat(options.headers()).containsExactly(Map.entry("tenant", "t1"), Map.entry("empty", ""));
        assertThat(options.delay()).contains(Duration.ofSeconds(5));
    }

    @Test
    void everyStaticMethodIsTheSameAsItsWithMethodOnNone() {
        assertThat(EmitOptions.key("k"))
                .hasToString(EmitOptions.none().withKey("k").toString());
        assertThat(EmitOptions.id("i"))
                .hasToString(EmitOptions.none().withId("i").toString());
        assertThat(EmitOptions.delay(Duration.ZERO).delay()).contains(Duration.ZERO);
        assertThat(EmitOptions.at(NOON).at()).contains(NOON);
    }

    @Test
    void optionsAreImmutable() {
        EmitOptions base = EmitOptions.header("a", "1");
        EmitOptions unused = base.withHeader("b", "2").withKey("k").withId("i").withAt(NOON);
        assertThat(unused.headers()).hasSize(2);
        assertThat(base.headers()).containsOnlyKeys("a");
        assertThat(base.key()).isEmpty();
        assertThatThrownBy(() -> base.headers().put("c", "3")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void laterHeaderOfTheSameNameReplacesTheEarlierOne() {
        assertThat(EmitOptions.header("a", "1").withHeader("a", "2").headers()).containsExactly(Map.entry("a", "2"));
    }

    @Test
    void delayAndDueTimeReplaceEachOther() {
        EmitOptions at = EmitOptions.delay(Duration.ofSeconds(1)).withAt(NOON);
        assertThat(at.delay()).isEmpty();
        assertThat(at.at()).contains(NOON);
        EmitOptions delay = at.withDelay(Duration.ofSeconds(2));
        assertThat(delay.at()).isEmpty();
        assertThat(delay.delay()).contains(Duration.ofSeconds(2));
    }

    @Test
    void emptyPartsAreRefusedByName() {
        assertRefused(() -> EmitOptions.key(""), "OUTBOX-01015", "key");
        assertRefused(() -> EmitOptions.id(""), "OUTBOX-01015", "id");
        assertRefused(() -> EmitOptions.header("", "v"), "OUTBOX-01015", "header name");
    }

    @Test
    void delayIsFromZeroToAHundredYears() {
        assertThat(EmitOptions.delay(Duration.ZERO).delay()).contains(Duration.ZERO);
        assertThat(EmitOptions.delay(EmitOptions.MAX_DELAY).delay()).contains(Duration.ofDays(36_500));
        String allowed = "PT0S to PT876000H (36500 days)";
        assertRefused(() -> EmitOptions.delay(Duration.ofSeconds(-1)), "OUTBOX-01004", "PT-1S; allowed is " + allowed);
        Duration tooLong = EmitOptions.MAX_DELAY.plusNanos(1);
        assertRefused(() -> EmitOptions.delay(tooLong), "OUTBOX-01004", tooLong + "; allowed is " + allowed);
        assertRefused(() -> EmitOptions.delay(Duration.ofSeconds(Long.MAX_VALUE)), "OUTBOX-01004", allowed);
    }

    @Test
    void dueTimeIsAnyInstantToTheEndOfTheYear9999() {
        assertThat(EmitOptions.at(Instant.MIN).at()).contains(Instant.MIN);
        assertThat(EmitOptions.at(Instant.EPOCH).at()).contains(Instant.EPOCH);
        Instant latest = Instant.parse("9999-12-31T23:59:59.999Z");
        assertThat(EmitOptions.at(latest).at()).contains(latest);
        String allowed = "; allowed is up to 9999-12-31T23:59:59.999Z";
        assertRefused(() -> EmitOptions.at(latest.plusNanos(1)), "OUTBOX-01021", "23:59:59.999000001Z" + allowed);
        assertRefused(() -> EmitOptions.at(Instant.MAX), "OUTBOX-01021", Instant.MAX + allowed);
    }

    @Test
    void textLeavesOutHeaderValues() {
        assertThat(EmitOptions.header("password", "secret"))
                .asString()
                .contains("password")
                .doesNotContain("secret");
    }

    private static void assertRefused(ThrowingCallable call, String code, String what) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        InvalidMessageException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageStartingWith(code + ": ")
                .hasMessageContaining(what);
    }
}
