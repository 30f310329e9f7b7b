/** What the extension finds in the application, and the rules it is held to before anything starts. */
@NullMarked
package org.outboxee.cdi.internal.discovery;

import org.jspecify.annotations.NullMarked;
