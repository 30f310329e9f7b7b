package org.outboxee.it.probe;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * The class loaders of all deployments so far, in a place that the whole JVM shares. Only types of the JDK go there, so
 * that the list itself keeps no application alive.
 */
public final class Loaders {

    private static final String PLACE = "org.outboxee.it.loaders";

    private Loaders() {}

    /** Adds one, without keeping it alive. */
    public static void register(ClassLoader loader) {
        all().add(new WeakReference<>(loader));
    }

    static int registered() {
        return all().size();
    }

    /** Those that have not been collected. */
    static List<ClassLoader> alive() {
        return List.copyOf(all()).stream()
                .map(WeakReference::get)
                .filter(Objects::nonNull)
                .toList();
    }

    @SuppressWarnings("unchecked") // only this class uses the place
    private static List<WeakReference<ClassLoader>> all() {
        return (List<WeakReference<ClassLoader>>)
                System.getProperties().computeIfAbsent(PLACE, place -> Collections.synchronizedList(new ArrayList<>()));
    }
}
