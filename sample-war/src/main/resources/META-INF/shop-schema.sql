-- One statement a line: so both Hibernate and EclipseLink read it. Runs at every start.
create table if not exists shop_customer (id varchar(50) primary key, name varchar(100) not null, order_limit numeric(12, 2) not null, last_order_number integer not null);
create table if not exists shop_order (id varchar(70) primary key, customer_id varchar(50) not null references shop_customer (id), order_number integer not null, product varchar(100) not null, amount numeric(12, 2) not null, placed_at bigint not null, paid_at bigint);
create index if not exists shop_order_placed on shop_order (placed_at);
create sequence if not exists shop_mail_seq start with 1 increment by 1;
create table if not exists shop_mail (id bigint primary key, message_id varchar(100) not null unique, order_id varchar(70) not null, customer_id varchar(50) not null, order_number integer not null, attempt integer not null, deliveries integer not null, sent_at bigint not null);
insert into shop_customer (id, name, order_limit, last_order_number) select 'ada', 'Ada', 500, 0 where not exists (select 1 from shop_customer where id = 'ada');
insert into shop_customer (id, name, order_limit, last_order_number) select 'alan', 'Alan', 500, 0 where not exists (select 1 from shop_customer where id = 'alan');
insert into shop_customer (id, name, order_limit, last_order_number) select 'barbara', 'Barbara', 800, 0 where not exists (select 1 from shop_customer where id = 'barbara');
insert into shop_customer (id, name, order_limit, last_order_number) select 'dennis', 'Dennis', 500, 0 where not exists (select 1 from shop_customer where id = 'dennis');
insert into shop_customer (id, name, order_limit, last_order_number) select 'edsger', 'Edsger', 300, 0 where not exists (select 1 from shop_customer where id = 'edsger');
insert into shop_customer (id, name, order_limit, last_order_number) select 'grace', 'Grace', 1000, 0 where not exists (select 1 from shop_customer where id = 'grace');
insert into shop_customer (id, name, order_limit, last_order_number) select 'ken', 'Ken', 500, 0 where not exists (select 1 from shop_customer where id = 'ken');
insert into shop_customer (id, name, order_limit, last_order_number) select 'margaret', 'Margaret', 1000, 0 where not exists (select 1 from shop_customer where id = 'margaret');
