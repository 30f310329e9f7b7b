/** Other libraries for the same work, each at its fastest documented settings for the same durability. */
@NullMarked
package org.outboxee.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
