package org.outboxee.spi;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.zip.CRC32C;

/** Which partition an ordering key belongs to: the same in every JVM, on every store, and for ever. */
public final class Partitions {

    /** The most partitions an outbox may have. */
    public static final int MAX = 1024;

    private Partitions() {}

    /**
     * The partition of an ordering key: CRC-32C (RFC 3720, appendix B.4) of its UTF-8 bytes, modulo the number of
     * partitions.
     *
     * @param key the ordering key
     * @param partitions the number of partitions, 1 to {@value #MAX}
     * @return 0 to {@code partitions - 1}
     */
    public static int forKey(String key, int partitions) {
        CRC32C crc = new CRC32C();
        crc.update(key.getBytes(UTF_8));
        return (int) (crc.getValue() % partitions);
    }
}
