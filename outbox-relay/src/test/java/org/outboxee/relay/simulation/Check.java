package org.outboxee.relay.simulation;

/** What a course can violate. */
enum Check {
    /** G2: everything that was committed is delivered, dead, or was discarded by an operator. */
    NOTHING_IS_LOST,
    /** G2 and the lane invariant: what can be delivered is, in the end. */
    EVERYTHING_ENDS,
    /** G3: a claim returns no record whose lane is claimed, or from before an older one. */
    HEAD_OF_LINE,
    /** G3: a delivery starts when all before it in its lane have ended. */
    ORDER,
    /** G4: no two deliveries of a record or lane at a time. */
    ONE_AT_A_TIME,
    /** G4: a delivery starts under a claim that lasts until its end. */
    SAFE_START,
    /** G4: nothing is taken from a node that says that it lives. */
    LIVING_OWNER,
    /** G5: who does not own a partition claims nothing from it. */
    FENCE,
    /** G5: who does not have a record's token changes nothing. */
    TOKEN,
    /** G6: retries, claims and what a node holds are bounded. */
    BOUNDED,
    /** What the store shows is what it was told. */
    STORE,
    /** Living nodes own fair shares of all partitions, and the dead are buried. */
    SHARES,
    /** Nothing unexpected happens in the relay. */
    NOTHING_UNEXPECTED
}
