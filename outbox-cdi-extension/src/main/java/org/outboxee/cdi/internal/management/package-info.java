/** The MBean: its registration and what is behind it. */
@NullMarked
package org.outboxee.cdi.internal.management;

import org.jspecify.annotations.NullMarked;
