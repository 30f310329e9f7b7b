/**
 * A shop that uses the library as an application would: the example to copy from. This package holds what wires it up;
 * the packages below it are one part of the shop each. Nothing depends on the sample.
 */
@NullMarked
package org.outboxee.sample;

import org.jspecify.annotations.NullMarked;
