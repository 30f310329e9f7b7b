package org.outboxee.it.probe;

import org.jspecify.annotations.Nullable;

/**
 * Takes the place of other applications in the caches of the method handles behind {@code equals}, {@code hashCode} and
 * {@code toString} of records. Before JDK 19 each of these handles keeps the last record class that it was adapted to,
 * whosever it is (JDK-8078641). Works once in the life of this application.
 */
final class MethodHandleCaches {

    private record Place(@Nullable Place inner) {}

    private MethodHandleCaches() {}

    /** Lets the handles be adapted to a record of this application. */
    static boolean takePlace() {
        Place place = new Place(new Place(null));
        return place.equals(new Place(place))
                || place.hashCode() == 0
                || place.toString().isEmpty();
    }
}
