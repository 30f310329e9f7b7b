package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import jakarta.persistence.metamodel.Attribute;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.outboxee.jpa.OutboxCounter;
import org.outboxee.jpa.OutboxNode;
import org.outboxee.jpa.OutboxPartition;
import org.outboxee.jpa.OutboxRecord;

/**
 * The script of a database with the names of the application's mapping instead of the default ones. Indexes and
 * constraints are named after their table. Stateless.
 */
final class MappedScript {

    private static final Pattern WORD = Pattern.compile("[a-z_][a-z0-9_]*");
    private static final List<String> SUFFIXES = List.of("_uq", "_claim_ix", "_lane_ix");

    private final Map<String, Map<String, String>> names = new HashMap<>();

    private MappedScript(EntityManager entities, ProviderAccess provider) {
        for (Class<?> entity :
                List.of(OutboxPartition.class, OutboxCounter.class, OutboxNode.class, OutboxRecord.class)) {
            Map<String, String> ofTable = new HashMap<>();
            String table = provider.table(entities, entity);
            String original = snakeCase(entity.getSimpleName());
            ofTable.put(original, table);
            String simple = table.substring(table.lastIndexOf('.') + 1).replaceAll("\\W", "");
            SUFFIXES.forEach(suffix -> ofTable.put(original + suffix, simple + suffix));
            for (Attribute<?, ?> attribute :
                    entities.getMetamodel().entity(entity).getAttributes()) {
                ofTable.put(snakeCase(attribute.getName()), provider.column(entities, entity, attribute.getName()));
            }
            names.put(original, ofTable);
        }
    }

    /** The statements, without semicolons. */
    static List<String> statements(EntityManager entities, ProviderAccess provider, Database database) {
        MappedScript script = new MappedScript(entities, provider);
        return SchemaScript.statements(database.script()).stream()
                .map(script::renamed)
                .toList();
    }

    private String renamed(String statement) {
        Map<String, String> ofTable = names.entrySet().stream()
                .filter(table -> statement.matches("(?s).*\\b" + table.getKey() + "\\b.*"))
                .findFirst()
                .orElseThrow()
                .getValue();
        return WORD.matcher(statement)
                .replaceAll(word -> Matcher.quoteReplacement(ofTable.getOrDefault(word.group(), word.group())));
    }

    /** The default names of tables and columns follow those of entities and attributes. */
    private static String snakeCase(String camelCase) {
        return camelCase.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    }
}
