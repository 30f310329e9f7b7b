/**
 * How the extension does it; one package per concern below. Nobody outside the extension may use these packages. Here
 * is what the concerns share.
 */
@NullMarked
package org.outboxee.cdi.internal;

import org.jspecify.annotations.NullMarked;
