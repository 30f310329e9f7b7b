package org.outboxee.spi;

/** Names of bindings with a meaning of their own. */
public final class Bindings {

    /**
     * The binding of a record that was emitted where no handler of its name was known. A node that has handlers turns
     * it into one record per binding.
     */
    public static final String UNBOUND = "*";

    private Bindings() {}
}
