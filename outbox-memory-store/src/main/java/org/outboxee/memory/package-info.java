/**
 * A store on the heap: the contract in its plainest form, for tests and for running without a database. It depends on
 * the API only.
 *
 * <p>What it cannot do is survive: messages are gone when the application stops, and a business transaction that
 * commits in a database commits without them if the server dies between that commit and its end (G1 needs the JPA
 * store). Everything else in the contract holds.
 */
@NullMarked
package org.outboxee.memory;

import org.jspecify.annotations.NullMarked;
