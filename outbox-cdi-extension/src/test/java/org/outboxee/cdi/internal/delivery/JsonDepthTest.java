package org.outboxee.cdi.internal.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JsonDepthTest {

    @Test
    void values_that_contain_nothing_have_no_depth() {
        assertThat(JsonDepth.of("1")).isZero();
        assertThat(JsonDepth.of("null")).isZero();
        assertThat(JsonDepth.of("\"text\"")).isZero();
    }

    @Test
    void objects_and_arrays_count_together() {
        assertThat(JsonDepth.of("{}")).isEqualTo(1);
        assertThat(JsonDepth.of("[{\"a\":[1,2]},[],{\"b\":{}}]")).isEqualTo(3);
    }

    @Test
    void what_is_beside_each_other_is_not_deep() {
        assertThat(JsonDepth.of("[[],[],[],{},{}]")).isEqualTo(2);
    }

    @Test
    void brackets_in_text_do_not_count() {
        assertThat(JsonDepth.of("{\"[[[\":\"{{{\"}")).isEqualTo(1);
        assertThat(JsonDepth.of("[\"\\\"[[\",\"\\\\\",[]]")).isEqualTo(2);
    }
}
