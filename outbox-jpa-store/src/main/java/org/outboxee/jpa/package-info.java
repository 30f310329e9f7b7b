/**
 * The store inside the application's own persistence unit, so that a message commits with the business data. It depends
 * on the API and on Jakarta Persistence, never on one provider.
 */
@NullMarked
package org.outboxee.jpa;

import org.jspecify.annotations.NullMarked;
