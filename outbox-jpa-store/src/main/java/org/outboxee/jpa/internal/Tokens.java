package org.outboxee.jpa.internal;

import java.security.SecureRandom;
import java.util.Base64;

/** Claim tokens that nobody can guess. Safe for any number of threads. */
final class Tokens {

    private static final int BYTES = 18;

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

    private Tokens() {}

    /** 144 random bits in 24 characters. */
    static String next() {
        byte[] random = new byte[BYTES];
        RANDOM.nextBytes(random);
        return TEXT.encodeToString(random);
    }
}
