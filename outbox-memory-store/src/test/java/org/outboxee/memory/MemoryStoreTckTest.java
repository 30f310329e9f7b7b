package org.outboxee.memory;

import org.outboxee.memory.internal.MemoryHarness;
import org.outboxee.tck.StoreHarness;
import org.outboxee.tck.StoreTck;

class MemoryStoreTckTest extends StoreTck {

    @Override
    protected StoreHarness newHarness() {
        return new MemoryHarness();
    }
}
