/**
 * The arrows between the modules, checked on their class files. The rules are in
 * {@link org.outboxee.architecture.Rules}, the arrows in {@link org.outboxee.architecture.Module}; the {@code fixture}
 * packages beside this one break each rule on purpose, to show that it can fail.
 */
@NullMarked
package org.outboxee.architecture;

import org.jspecify.annotations.NullMarked;
