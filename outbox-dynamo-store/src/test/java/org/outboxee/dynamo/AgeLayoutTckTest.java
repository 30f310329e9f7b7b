package org.outboxee.dynamo;

import org.outboxee.dynamo.internal.DynamoHarness;
import org.outboxee.tck.StoreHarness;
import org.outboxee.tck.StoreTck;

class AgeLayoutTckTest extends StoreTck {

    @Override
    protected StoreHarness newHarness() {
        return new DynamoHarness("age");
    }
}
