package org.outboxee.it.handle;

import jakarta.enterprise.context.ApplicationScoped;

/** Has the handler of its superclass. */
@ApplicationScoped
class InheritingBean extends InheritedHandler {}
