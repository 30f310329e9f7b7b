/** What operators see and do by JMX. For them; nothing in the application needs it. */
@NullMarked
package org.outboxee.cdi.management;

import org.jspecify.annotations.NullMarked;
