package org.outboxee.benchmarks.floor;

/** The tables and statements of the floor. */
final class FloorSql {

    static final String[] TABLES = {
        "create table floor_outbox (id bigint generated always as identity (cache 100) primary key,"
                + " partition_id integer not null, seq bigint not null, message_id uuid not null unique,"
                + " name varchar(200) not null, ordering_key varchar(255), created_at bigint not null,"
                + " state varchar(8) not null, claim_token varchar(32), lease_until bigint, attempts integer not null,"
                + " headers bytea, payload bytea)",
        "create index on floor_outbox (partition_id, state, created_at, seq)",
        "create table floor_counter (id integer primary key, last_seq bigint not null)",
        "insert into floor_counter select n, 0 from generate_series(0, " + (FloorOutbox.PARTITIONS - 1) + ") n"
    };

    static final String INSERT =
            "insert into floor_outbox (partition_id, seq, message_id, name, ordering_key, created_at,"
                    + " state, attempts, payload) values (?, ?, ?, 'benchmark', ?, ?, 'PENDING', 0, ?)";

    /** Locks the counter to the commit, so that numbers follow the order of commits. */
    static final String COUNT = "update floor_counter set last_seq = last_seq + ? where id = ? returning last_seq";

    static final String CLAIM =
            "update floor_outbox set state = 'CLAIMED', claim_token = ?, lease_until = ? where id = any("
                    + "array(select id from floor_outbox where partition_id = ? and state = 'PENDING'"
                    + " order by partition_id, state, created_at, seq limit ?))"
                    + " returning id, seq, message_id, name, ordering_key, created_at, attempts, headers, payload";

    static final String DELETE = "delete from floor_outbox where id = any(?) and claim_token = ?";

    private FloorSql() {}
}
