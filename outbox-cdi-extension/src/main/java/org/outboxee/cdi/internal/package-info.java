/** How the extension does it. Nobody outside the extension may use this package. */
@NullMarked
package org.outboxee.cdi.internal;

import org.jspecify.annotations.NullMarked;
