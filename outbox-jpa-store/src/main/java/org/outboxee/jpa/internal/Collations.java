package org.outboxee.jpa.internal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds columns whose collation takes different texts for equal, on databases where a column has one by default: two
 * keys would share a lane, and the second of two messages would be refused as a duplicate. Stateless.
 */
final class Collations {

    /** A schema is a catalog here. The table may be spelled in another case than the mapping has it. */
    private static final String QUERY = "select column_name, collation_name from information_schema.columns"
            + " where table_schema = coalesce(?, database()) and lower(table_name) = ? and collation_name is not null";

    private Collations() {}

    /**
     * Describes the wrong ones among some columns.
     *
     * @param qualifiedTable the table, as the mapping has it
     * @param required the name of the collation that they have to have
     */
    static List<String> wrong(Connection connection, String qualifiedTable, List<String> columns, String required)
            throws SQLException {
        Map<String, String> actual = read(connection, qualifiedTable);
        List<String> wrong = new ArrayList<>();
        for (String column : columns) {
            String collation = actual.get(column.toLowerCase(Locale.ROOT));
            if (collation != null && !collation.equals(required)) {
                wrong.add("column " + column + " of table " + qualifiedTable + " has " + collation);
            }
        }
        return wrong;
    }

    private static Map<String, String> read(Connection connection, String qualifiedTable) throws SQLException {
        int dot = qualifiedTable.lastIndexOf('.');
        Map<String, String> collations = new HashMap<>();
        try (PreparedStatement query = connection.prepareStatement(QUERY)) {
            query.setString(1, qualifier(qualifiedTable, dot));
            query.setString(2, qualifiedTable.substring(dot + 1).toLowerCase(Locale.ROOT));
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    collations.put(rows.getString(1).toLowerCase(Locale.ROOT), rows.getString(2));
                }
            }
        }
        return collations;
    }

    private static @Nullable String qualifier(String qualifiedTable, int dot) {
        return dot < 0 ? null : qualifiedTable.substring(qualifiedTable.lastIndexOf('.', dot - 1) + 1, dot);
    }
}
