package org.outboxee.jpa.internal;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A table as the database has it. Names are in lower case.
 *
 * @param columns its columns; none means that there is no such table
 * @param indexes its indexes
 */
record TableMetadata(Set<String> columns, List<Index> indexes) {

    /** An index and its columns in order. */
    record Index(boolean unique, List<String> columns) {}

    /** Reads a table, in the schema that its name says, else in the connection's, else in any. */
    static TableMetadata read(Connection connection, String qualifiedName) throws SQLException {
        DatabaseMetaData metadata = connection.getMetaData();
        int dot = qualifiedName.lastIndexOf('.');
        String name = qualifiedName.substring(dot + 1);
        if (dot >= 0) {
            String qualifier = qualifiedName.substring(0, dot);
            String schema = qualifier.substring(qualifier.lastIndexOf('.') + 1);
            // Where databases have no schemas within catalogs, the qualifier is a catalog.
            return metadata.supportsSchemasInTableDefinitions()
                    ? find(metadata, null, schema, name)
                    : find(metadata, schema, null, name);
        }
        TableMetadata found = find(metadata, connection.getCatalog(), connection.getSchema(), name);
        return found.exists() ? found : find(metadata, connection.getCatalog(), null, name);
    }

    boolean exists() {
        return !columns.isEmpty();
    }

    boolean hasColumn(String column) {
        return columns.contains(column.toLowerCase(Locale.ROOT));
    }

    /** Whether an index starts with these columns; a unique one has no others. */
    boolean hasIndex(boolean unique, List<String> wanted) {
        List<String> lower =
                wanted.stream().map(column -> column.toLowerCase(Locale.ROOT)).toList();
        return indexes.stream()
                .anyMatch(index -> unique
                        ? index.unique() && index.columns().equals(lower)
                        : index.columns().size() >= lower.size()
                                && index.columns().subList(0, lower.size()).equals(lower));
    }

    private static TableMetadata find(
            DatabaseMetaData metadata, @Nullable String catalog, @Nullable String schema, String name)
            throws SQLException {
        for (String table : spellings(name)) {
            for (String spelled : schema == null ? new String[] {null} : spellings(schema)) {
                Set<String> columns = columns(metadata, catalog, spelled, table);
                if (!columns.isEmpty()) {
                    return new TableMetadata(columns, indexes(metadata, catalog, spelled, table));
                }
            }
        }
        return new TableMetadata(Set.of(), List.of());
    }

    private static String[] spellings(String name) {
        return new String[] {name, name.toUpperCase(Locale.ROOT), name.toLowerCase(Locale.ROOT)};
    }

    private static Set<String> columns(
            DatabaseMetaData metadata, @Nullable String catalog, @Nullable String schema, String table)
            throws SQLException {
        Set<String> columns = new HashSet<>();
        String escape = metadata.getSearchStringEscape();
        try (ResultSet rows = metadata.getColumns(catalog, schema, table.replace("_", escape + "_"), null)) {
            while (rows.next()) {
                columns.add(rows.getString("COLUMN_NAME").toLowerCase(Locale.ROOT));
            }
        }
        return columns;
    }

    private static List<Index> indexes(
            DatabaseMetaData metadata, @Nullable String catalog, @Nullable String schema, String table)
            throws SQLException {
        Map<String, Index> indexes = new LinkedHashMap<>();
        try (ResultSet rows = metadata.getIndexInfo(catalog, schema, table, false, true)) {
            while (rows.next()) {
                String index = rows.getString("INDEX_NAME");
                String column = rows.getString("COLUMN_NAME");
                if (index != null && column != null) {
                    boolean unique = !rows.getBoolean("NON_UNIQUE");
                    indexes.computeIfAbsent(index, key -> new Index(unique, new ArrayList<>()))
                            .columns()
                            .add(column.toLowerCase(Locale.ROOT));
                }
            }
        }
        return List.copyOf(indexes.values());
    }
}
