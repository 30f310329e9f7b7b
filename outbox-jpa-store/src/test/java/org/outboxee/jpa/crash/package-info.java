/**
 * Proves what a team relies on when things break: several nodes and writers, each a process of its own, on one
 * database, are killed, frozen and stopped at random, and the database is restarted. What reached the handlers is
 * written down outside the outbox, and compared with what was committed. See {@link org.outboxee.jpa.crash.CrashTest}.
 */
@NullMarked
package org.outboxee.jpa.crash;

import org.jspecify.annotations.NullMarked;
