package org.outboxee.dynamo.internal;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;

/** How a transaction ended whose outcome is known. */
sealed interface TransactOutcome {

    /** It has committed. */
    record Done() implements TransactOutcome {}

    /**
     * Conditions did not hold, and nothing was written.
     *
     * @param reasons one for each action, in their order
     */
    record Refused(List<CancellationReason> reasons) implements TransactOutcome {

        private static final String CONDITION = "ConditionalCheckFailed";

        boolean failed(int action) {
            return CONDITION.equals(reasons.get(action).code());
        }

        /** The places of the actions whose condition did not hold. */
        List<Integer> failed() {
            return IntStream.range(0, reasons.size())
                    .filter(this::failed)
                    .boxed()
                    .toList();
        }

        /** The item that an action met, if it asked for it; empty for none. */
        Map<String, AttributeValue> item(int action) {
            return reasons.get(action).item();
        }
    }
}
