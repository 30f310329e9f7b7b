package org.outboxee.it.payload;

/** A constant, one of them with a class of its own. */
public enum Color {
    RED,
    GREEN {
        @Override
        public String toString() {
            return "not the name";
        }
    }
}
