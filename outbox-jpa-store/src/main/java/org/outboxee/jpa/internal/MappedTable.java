package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import jakarta.persistence.metamodel.Attribute;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A table as the application's mapping names it, which may be a changed copy of ours.
 *
 * @param name the table, possibly qualified by a schema
 * @param columns the column of each attribute
 */
record MappedTable(String name, Map<String, String> columns) {

    static MappedTable of(EntityManager entities, ProviderAccess provider, Class<?> entity) {
        Map<String, String> columns = new LinkedHashMap<>();
        entities.getMetamodel().entity(entity).getAttributes().stream()
                .map(Attribute::getName)
                .sorted()
                .forEach(attribute -> columns.put(attribute, unquoted(provider.column(entities, entity, attribute))));
        return new MappedTable(unquoted(provider.table(entities, entity)), columns);
    }

    /** The columns of some attributes. */
    List<String> columns(List<String> attributes) {
        return attributes.stream()
                .map(attribute -> Objects.requireNonNull(columns.get(attribute), attribute))
                .toList();
    }

    private static String unquoted(String name) {
        return name.replaceAll("[\"`\\[\\]]", "");
    }
}
