package org.outboxee.jpa.order;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * What a business transaction will do.
 *
 * @param number unique in its run, from 0
 * @param locking when it locks the accounts of its keys
 * @param keys the keys that it emits to, in that order; an account of the same number belongs to each
 * @param keyless whether it also emits a message without a key
 * @param before how many entries it writes at its beginning
 * @param between how many between emitting and locking
 * @param after how many at its end
 * @param reads whether it begins with a read, which on some databases fixes what it will see
 * @param ending how it ends
 */
record Plan(
        long number,
        Locking locking,
        List<Integer> keys,
        boolean keyless,
        int before,
        int between,
        int after,
        boolean reads,
        Ending ending) {

    /** The most entries of one transaction. */
    static final int MOST_ENTRIES = 10;

    /** When a transaction locks the accounts of its keys, in ascending order. */
    enum Locking {
        BEFORE_EMIT,
        AFTER_EMIT,
        NEVER
    }

    /** How a transaction ends. */
    enum Ending {
        COMMIT,
        ROLLBACK,
        /** A callback after the append lets the commit fail. */
        ROLLBACK_AFTER_APPEND
    }

    /** A transaction that does nothing but emit to one key and lock its account. */
    static Plan of(long number, Locking locking, int key) {
        return new Plan(number, locking, List.of(key), false, 0, 0, 0, false, Ending.COMMIT);
    }

    static Plan random(long number, int keys, SplittableRandom random) {
        // Half of them emit once; with more locks the accounts would be all that is waited for.
        int emits = 1 + Math.max(0, random.nextInt(6) - 2);
        List<Integer> some =
                Stream.generate(() -> random.nextInt(keys)).limit(emits).toList();
        int locking = random.nextInt(4);
        int ending = random.nextInt(20);
        return new Plan(
                number,
                locking == 0 ? Locking.BEFORE_EMIT : locking == 1 ? Locking.AFTER_EMIT : Locking.NEVER,
                some,
                random.nextInt(4) == 0,
                random.nextInt(5),
                random.nextInt(3),
                random.nextInt(4),
                random.nextBoolean(),
                ending == 0 ? Ending.ROLLBACK : ending == 1 ? Ending.ROLLBACK_AFTER_APPEND : Ending.COMMIT);
    }

    Plan withoutRead() {
        return new Plan(number, locking, keys, keyless, before, between, after, false, ending);
    }

    Plan withoutKeyless() {
        return new Plan(number, locking, keys, false, before, between, after, reads, ending);
    }
}
