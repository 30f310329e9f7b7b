/**
 * The settings: every key with its default and range, where values come from, and what is said about a wrong one; and
 * the report in which all problems of a deployment are collected. Depends on nothing else of the extension.
 */
@NullMarked
package org.outboxee.cdi.internal.config;

import org.jspecify.annotations.NullMarked;
