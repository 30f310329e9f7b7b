/**
 * What the applications under test share: an inbox that tells which messages arrived, transactions around a piece of
 * work, and a look at the outbox table. Deployed with every test that runs inside the server.
 */
@NullMarked
package org.outboxee.it.support;

import org.jspecify.annotations.NullMarked;
