/** What the tests of the extension run on: the services of a server, without a server. */
@NullMarked
package org.outboxee.cdi.testing;

import org.jspecify.annotations.NullMarked;
