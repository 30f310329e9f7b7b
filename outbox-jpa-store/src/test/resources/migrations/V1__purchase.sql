create table purchase_note (id integer not null primary key, purchase_id integer not null);
