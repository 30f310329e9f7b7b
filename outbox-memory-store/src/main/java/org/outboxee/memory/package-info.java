/**
 * A store on the heap: the contract in its plainest form, for tests and for running without a database. It depends on
 * the API only.
 */
@NullMarked
package org.outboxee.memory;

import org.jspecify.annotations.NullMarked;
