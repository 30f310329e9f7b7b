/** A shop that uses the library as an application would: the example to copy from. */
@NullMarked
package org.outboxee.sample;

import org.jspecify.annotations.NullMarked;
