package org.outboxee.cdi.internal.container;

/** APIs that not every server has. */
public final class OptionalApi {

    private OptionalApi() {}

    /** Whether a class is there for the application and for this library, which may have other class loaders. */
    public static boolean isVisible(String className, ClassLoader application) {
        return isVisibleTo(application, className) && isVisibleTo(OptionalApi.class.getClassLoader(), className);
    }

    private static boolean isVisibleTo(ClassLoader loader, String className) {
        try {
            Class.forName(className, false, loader);
            return true;
        } catch (ClassNotFoundException | LinkageError absent) {
            return false;
        }
    }
}
