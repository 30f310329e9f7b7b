package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.outboxee.jpa.OutboxRecord;

/** Writes native SQL with the names of the mapping, spelled and quoted as the provider does. */
record SqlNames(EntityManager entities, ProviderAccess provider) {

    private static final Pattern ATTRIBUTE = Pattern.compile("\\{(\\w+)}");

    /** The table of records. */
    String table() {
        return provider.table(entities, OutboxRecord.class);
    }

    /** A statement, with the columns of records in place of attributes in braces. */
    String columns(String sql) {
        Matcher matcher = ATTRIBUTE.matcher(sql);
        return matcher.replaceAll(attribute ->
                Matcher.quoteReplacement(provider.column(entities, OutboxRecord.class, attribute.group(1))));
    }
}
