package org.outboxee.dynamo.internal;

import java.util.List;

/** The layouts that there are. */
final class Layouts {

    /** Their names, that of new outboxes first. */
    static final List<String> NAMES = List.of(SeedLayout.NAME);

    private Layouts() {}

    static Layout of(String name, Parts parts, Options options, StoreEvents events) {
        return new SeedLayout(parts, options.deepBacklogPages(), events);
    }
}
