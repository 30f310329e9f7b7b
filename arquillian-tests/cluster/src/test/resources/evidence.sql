-- The application's own tables. What was sent, by transactions that committed; versions are the order of an account's commits.
create table account (id integer primary key, version bigint not null);
create table sent (message_id varchar(100) primary key, name varchar(100) not null, account integer not null, version bigint not null);
create table delivery (id bigint generated always as identity primary key, message_id varchar(100) not null, server varchar(20) not null,
  started timestamptz not null default clock_timestamp(), ended timestamptz, killed timestamptz,
  succeeded boolean not null default false);
create index on delivery (message_id);
