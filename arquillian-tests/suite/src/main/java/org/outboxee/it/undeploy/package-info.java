/** Undeploying an application while it delivers. */
@NullMarked
package org.outboxee.it.undeploy;

import org.jspecify.annotations.NullMarked;
