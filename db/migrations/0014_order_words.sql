-- The line of an order names its ticket as every other table names a row that it refers to.
alter table order_line rename column xsdt_ticket_id to ticket_id;
