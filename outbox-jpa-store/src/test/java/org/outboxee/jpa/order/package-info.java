/**
 * Proves guarantee G3 with real threads and databases: the messages of a key arrive in the order in which their
 * transactions committed, which witnesses other than seq tell; and keeping that order costs no business transaction its
 * commit, and only its commit any waiting.
 */
@NullMarked
package org.outboxee.jpa.order;

import org.jspecify.annotations.NullMarked;
