/** Servers with the shop in them, each a process of its own: for the run command and for the tests alike. */
@NullMarked
package org.outboxee.sample.server;

import org.jspecify.annotations.NullMarked;
