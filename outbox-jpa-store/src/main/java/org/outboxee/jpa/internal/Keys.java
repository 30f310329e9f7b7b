package org.outboxee.jpa.internal;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** How primary keys are given to a native statement; at most {@value Chunks#SIZE} at a time. */
enum Keys {
    /** As one array. */
    ARRAY {
        @Override
        String condition(List<Long> ids) {
            return " = any(cast(? as bigint[]))";
        }

        @Override
        void set(PreparedStatement statement, int first, List<Long> ids) throws SQLException {
            statement.setString(first, ids.stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}")));
        }
    },

    /** One by one; the last one is repeated, so that few statements differ, and drivers and databases know them. */
    LIST {
        @Override
        String condition(List<Long> ids) {
            return " in (" + String.join(", ", Collections.nCopies(length(ids), "?")) + ")";
        }

        @Override
        void set(PreparedStatement statement, int first, List<Long> ids) throws SQLException {
            for (int i = 0; i < length(ids); i++) {
                statement.setLong(first + i, ids.get(Math.min(i, ids.size() - 1)));
            }
        }

        private int length(List<Long> ids) {
            int powerOfTwo = ids.size() == 1 ? 1 : Integer.highestOneBit(ids.size() - 1) << 1;
            return Math.min(Chunks.SIZE, powerOfTwo);
        }
    };

    /** What follows the column in a condition. */
    abstract String condition(List<Long> ids);

    /** Sets the parameters of the condition, the first of which has this index. */
    abstract void set(PreparedStatement statement, int first, List<Long> ids) throws SQLException;
}
