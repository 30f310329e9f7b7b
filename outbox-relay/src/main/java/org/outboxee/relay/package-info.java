/**
 * The engine: owns partitions, claims records and hands them to a producer. It knows the API and the JDK only, so that
 * it runs in any container and in a plain test.
 */
@NullMarked
package org.outboxee.relay;

import org.jspecify.annotations.NullMarked;
