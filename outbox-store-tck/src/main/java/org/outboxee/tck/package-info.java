/**
 * The contract of a store as abstract test classes. Every store runs all of it, those that others write too; it knows
 * only the API, JUnit and AssertJ.
 */
@NullMarked
package org.outboxee.tck;

import org.jspecify.annotations.NullMarked;
