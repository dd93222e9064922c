-- Tickets that are sold out are looked for among tens of millions that are not; those that still lie in stock take no room in it.
create index xskt_ticket_sold_out on xskt_ticket (open_date, area_id, base_id, number, series, ticket_group_id)
  where in_stock = 0 and status = 1;
