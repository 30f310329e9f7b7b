/**
 * The settings: every key with its default and range, where values come from, and what is said about a wrong one.
 * Depends on nothing else of the extension.
 */
@NullMarked
package org.outboxee.cdi.internal.config;

import org.jspecify.annotations.NullMarked;
