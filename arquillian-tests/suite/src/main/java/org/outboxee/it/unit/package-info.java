/** The persistence unit of the applications under test, which holds their own entities and the outbox. */
@NullMarked
package org.outboxee.it.unit;

import org.jspecify.annotations.NullMarked;
