package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.outboxee.jpa.OutboxRecord;

/** Writes native SQL with the names of the mapping, spelled and quoted as the provider does. */
record SqlNames(EntityManager entities, ProviderAccess provider, Class<?> entity) {

    private static final Pattern ATTRIBUTE = Pattern.compile("\\{(\\w+)}");

    /** The names of the records. */
    static SqlNames ofRecords(EntityManager entities, ProviderAccess provider) {
        return new SqlNames(entities, provider, OutboxRecord.class);
    }

    /** The table. */
    String table() {
        return provider.table(entities, entity);
    }

    /** A statement, with columns in place of attributes in braces. */
    String columns(String sql) {
        Matcher matcher = ATTRIBUTE.matcher(sql);
        return matcher.replaceAll(
                attribute -> Matcher.quoteReplacement(provider.column(entities, entity, attribute.group(1))));
    }
}
