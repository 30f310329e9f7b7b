/**
 * The contract of a store as tests. Every store runs all of it, those that others write too; it knows only the API,
 * JTA, JUnit and AssertJ.
 *
 * <p><b>How a store runs it.</b> Add this module with test scope, implement {@link org.outboxee.tck.StoreHarness} (open
 * the store on storage that is empty for each test, move its clock, supply a real JTA transaction manager), and write
 * one test class per set-up to test:
 *
 * <pre>{@code
 * class MyStoreOnPostgresTest extends StoreTck {
 *     @Override
 *     protected StoreHarness newHarness() {
 *         return new MyHarness(DATABASE.emptied());
 *     }
 * }
 * }</pre>
 *
 * <p>The topics are nested classes there. To run one of them alone, as while a store is being written, let the test
 * class extend that topic, such as {@link org.outboxee.tck.ClaimContract}, instead. (Surefire's {@code -Dtest} selects
 * no nested class that is inherited: it runs nothing, and says that all is well.)
 *
 * <p><b>What the tests do themselves.</b> They emit as the container does: messages are buffered in a JTA transaction,
 * {@link org.outboxee.spi.Appender#append} is called in the {@code beforeCompletion} of an interposed synchronization
 * that is registered behind all others, and the outcome is reported in its {@code afterCompletion}. They run the work
 * of {@link org.outboxee.spi.TransactionRunner} in new transactions of the same manager, on the calling thread. They
 * never sleep: leases expire and messages become due because {@link org.outboxee.tck.StoreHarness#advance} moves the
 * store's clock. Every wait for another thread is bounded.
 *
 * <p>A test's name is the rule that it holds. What a store cannot do at all is declared in
 * {@link org.outboxee.tck.StoreCapabilities}; there is no other way to leave a rule out.
 */
@NullMarked
package org.outboxee.tck;

import org.jspecify.annotations.NullMarked;
