package org.outboxee.cdi.internal.delivery;

/** Measures how deep the objects and arrays of a JSON text are nested. */
final class JsonDepth {

    private JsonDepth() {}

    /** The depth of well-formed JSON: 0 for a string, number, true, false or null. */
    static int of(String json) {
        int deepest = 0;
        int depth = 0;
        boolean inString = false;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (inString && c == '\\') {
                i++; // what follows is escaped
            } else if (c == '"') {
                inString = !inString;
            } else if (!inString && (c == '{' || c == '[')) {
                deepest = Math.max(deepest, ++depth);
            } else if (!inString && (c == '}' || c == ']')) {
                depth--;
            }
        }
        return deepest;
    }
}
