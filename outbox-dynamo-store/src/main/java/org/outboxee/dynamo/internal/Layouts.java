package org.outboxee.dynamo.internal;

import java.util.List;

/** The layouts that there are. */
final class Layouts {

    /** Their names, that of new outboxes first. */
    static final List<String> NAMES = List.of(AgeLayout.NAME, SeedLayout.NAME);

    private Layouts() {}

    static Layout of(String name, Parts parts, Options options, StoreEvents events) {
        return name.equals(AgeLayout.NAME)
                ? new AgeLayout(parts, events)
                : new SeedLayout(parts, options.deepBacklogPages(), events);
    }
}
