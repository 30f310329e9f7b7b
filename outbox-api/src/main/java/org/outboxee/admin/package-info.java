/**
 * What operators and their tools see: counts and dead letters of an outbox. Depends on nothing of this project; the
 * store SPI and applications may depend on it.
 */
@NullMarked
package org.outboxee.admin;

import org.jspecify.annotations.NullMarked;
