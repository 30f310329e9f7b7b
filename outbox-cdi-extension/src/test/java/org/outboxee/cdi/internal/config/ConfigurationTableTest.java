package org.outboxee.cdi.internal.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table in the documentation says what the code does, no more and no less. */
class ConfigurationTableTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "configuration.md");

    @Test
    void the_table_has_exactly_the_keys_of_the_code_in_their_order() throws IOException {
        assertThat(documented().keySet())
                .containsExactlyElementsOf(keys().map(ConfigKey::name).toList());
    }

    @Test
    void types_ranges_defaults_and_descriptions_are_those_of_the_code() throws IOException {
        Map<String, List<String>> declared = new LinkedHashMap<>();
        keys().forEach(key -> declared.put(key.name(), row(key)));
        assertThat(documented()).containsExactlyEntriesOf(declared);
    }

    private static Stream<ConfigKey<?>> keys() {
        return Stream.concat(ConfigKeys.ALL.stream(), ConfigKeys.PER_HANDLER.stream());
    }

    private static List<String> row(ConfigKey<?> key) {
        return List.of(
                key.type().name(),
                key.defaultText().map(text -> "`" + text + "`").orElse("none"),
                key.type().range(),
                key.description());
    }

    /** The cells after the first, by the key in the first. */
    private static Map<String, List<String>> documented() throws IOException {
        Map<String, List<String>> rows = new LinkedHashMap<>();
        for (String line : Files.readAllLines(DOCUMENT)) {
            if (line.startsWith("| `outbox.")) {
                List<String> cells = Arrays.stream(line.split("\\|"))
                        .map(String::strip)
                        .skip(1)
                        .toList();
                String key = cells.get(0).replace("`", "");
                assertThat(rows.put(key, cells.subList(1, cells.size()))).isNull();
            }
        }
        return rows;
    }
}
