/** What the second version of the application has beside the first. */
@NullMarked
package org.outboxee.it.cluster.second;

import org.jspecify.annotations.NullMarked;
