/** Traces across messages. OpenTelemetry is optional: one class mentions it, which the extension adds where it is. */
@NullMarked
package org.outboxee.cdi.internal.tracing;

import org.jspecify.annotations.NullMarked;
