/**
 * Two servers on one database, each a process of its own: what they share, what is left when one is killed, and how a
 * new version replaces an old one. Everything that the tests claim is read from the application's own tables.
 */
@NullMarked
package org.outboxee.it.cluster;

import org.jspecify.annotations.NullMarked;
