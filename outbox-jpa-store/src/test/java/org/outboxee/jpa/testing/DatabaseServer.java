package org.outboxee.jpa.testing;

/**
 * A database server of its own on the loopback interface, at a port that was free; its data are temporary. Stopping it,
 * or the end of the JVM, deletes them. Safe for any number of threads.
 */
public interface DatabaseServer extends AutoCloseable {

    /** What a commit is worth. */
    enum Durability {
        /** Survives the end of a session, not that of the machine. */
        FAST,
        /** As the database is delivered: a commit waits for the disk. */
        DURABLE
    }

    /**
     * Creates an empty database.
     *
     * @return its JDBC URL, which is all that a connection needs
     */
    String createDatabase(String name);

    /** Deletes a database and ends what is still connected to it. */
    void dropDatabase(String name);

    @Override
    void close();
}
