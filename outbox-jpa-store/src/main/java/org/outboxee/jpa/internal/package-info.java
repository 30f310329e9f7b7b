/** How the JPA store does it. Nobody outside the JPA store may use this package. */
@NullMarked
package org.outboxee.jpa.internal;

import org.jspecify.annotations.NullMarked;
