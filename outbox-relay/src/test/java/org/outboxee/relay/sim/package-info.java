/** Virtual time and scripted parts, so that the relay's rules are tested without sleeping and without chance. */
@NullMarked
package org.outboxee.relay.sim;

import org.jspecify.annotations.NullMarked;
