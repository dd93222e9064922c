-- Orders of several draws that were bought together and are paid together: each has the number of the first of them.
alter table sale_order add column purchase_id bigint;
create index sale_order_of_purchase on sale_order (purchase_id, order_id) where purchase_id is not null;
