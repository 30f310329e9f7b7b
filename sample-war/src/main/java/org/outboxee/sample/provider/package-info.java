/**
 * The services outside that the handlers call, simulated: their behaviour is set from the page. Depends on the web
 * package.
 */
@NullMarked
package org.outboxee.sample.provider;

import org.jspecify.annotations.NullMarked;
