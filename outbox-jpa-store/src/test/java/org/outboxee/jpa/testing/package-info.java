/** An application with a database, a transaction manager and a persistence provider, for the tests. */
@NullMarked
package org.outboxee.jpa.testing;

import org.jspecify.annotations.NullMarked;
