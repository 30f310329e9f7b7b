/** What an application leaves behind when it is undeployed, over and over. */
@NullMarked
package org.outboxee.it.redeploy;

import org.jspecify.annotations.NullMarked;
