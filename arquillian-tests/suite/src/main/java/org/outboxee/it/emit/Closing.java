package org.outboxee.it.emit;

/**
 * A CDI event whose observer runs when the transaction is about to complete.
 *
 * @param text the text of the note to emit then
 */
record Closing(String text) {}
