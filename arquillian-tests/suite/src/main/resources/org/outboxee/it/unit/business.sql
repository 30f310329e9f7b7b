create table if not exists Purchase (id varchar(100) not null primary key, state varchar(20) not null);
create table if not exists Parcel (id varchar(100) not null primary key, state varchar(20) not null);
create table if not exists Account (id varchar(100) not null primary key, postings integer not null);
create table if not exists Receipt (id varchar(100) not null primary key, note varchar(100) not null);
create table if not exists Effect (id varchar(100) not null primary key, message varchar(100) not null);
