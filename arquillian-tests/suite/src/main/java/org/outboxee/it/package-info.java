/** The tests that run inside a server, and the archives that they deploy. Each server module scans this one. */
@NullMarked
package org.outboxee.it;

import org.jspecify.annotations.NullMarked;
