-- Outbox for Jakarta EE, schema version 1, H2.
-- Statements end with a semicolon at the end of a line. Running it again changes nothing.

-- One row per partition of each outbox name; how many there are is the recorded number of partitions.
create table if not exists outbox_partition (
  id integer not null,
  outbox_name varchar(100) not null,
  partition_no integer not null,
  owner varchar(100),
  claim_version bigint not null,
  claims bigint not null,
  primary key (id),
  constraint outbox_partition_uq unique (outbox_name, partition_no)
);

-- Two rows per partition: seqs of messages with a key, and of messages without one.
create table if not exists outbox_counter (
  id integer not null,
  partition_id integer not null,
  kind varchar(7) not null,
  last_seq bigint not null,
  last_created bigint not null,
  primary key (id)
);

-- One row per node that runs. beat grows while it lives; bindings is what it handles, in JSON, null for everything.
create table if not exists outbox_node (
  id varchar(100) not null,
  outbox_name varchar(100) not null,
  started bigint not null,
  beat bigint not null,
  lease_millis bigint not null,
  drain_millis bigint not null,
  leaving integer not null,
  bindings varbinary(1048576),
  primary key (id)
);

-- Instants are milliseconds since 1970-01-01 UTC. state is PENDING, WAITING (not due yet), PARKED (its ordering key is
-- blocked), CLAIMED, DEAD or DONE (delivered and kept); sort_at is created_at, or when a waiting record becomes due, or until
-- when a delivered one is kept. Rows that hold parked ones must not be deleted by hand.
create table if not exists outbox_record (
  id bigint not null,
  outbox_id integer not null,
  partition_id integer not null,
  seq bigint not null,
  message_id varchar(100) not null,
  binding varchar(100) not null,
  name varchar(200) not null,
  ordering_key varchar(255),
  created_at bigint not null,
  available_at bigint not null,
  sort_at bigint not null,
  state varchar(8) not null,
  holding integer not null,
  attempts integer not null,
  crashes integer not null,
  claim_token varchar(32),
  claim_version bigint,
  lease_until bigint,
  headers varbinary(131072),
  payload varbinary(1048576),
  last_error varchar(1000),
  failures varbinary(131072),
  ended_at bigint,
  id_remembered integer default 0 not null,
  primary key (id),
  constraint outbox_record_uq unique (outbox_id, message_id, binding)
);

-- What a claim reads, in its order.
create index if not exists outbox_record_claim_ix
  on outbox_record (partition_id, state, sort_at, seq);

-- The siblings of a record. Records without a key have none.
create index if not exists outbox_record_lane_ix
  on outbox_record (partition_id, binding, ordering_key, state, seq);
