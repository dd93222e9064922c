-- The end of a programme may be moved to before an order that has its cashback already: when that order is given back, it is taken back all the same.
create or replace function note_cashback() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into cashback_event (order_id)
    select n.order_id from new_rows n join old_rows o using (order_id)
    where n.msisdn is not null and n.status <> o.status
      and (is_done(n.status) <> is_done(o.status) or n.status in (11, 12) and o.status not in (11, 12))
      and (exists (select from cashback c where n.ordered_at >= c.start_at and n.ordered_at < c.end_at)
        or exists (select from cashback_payment p where p.order_id = n.order_id));
  return null;
end $$;
