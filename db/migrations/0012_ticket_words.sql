-- A ticket's key is named as that of every other record; on the wire it stays xsdt_ticket_id.
alter table xskt_ticket rename column xsdt_ticket_id to ticket_id;
drop trigger audited on xskt_ticket;
create trigger audited after update of price, image_url, status on xskt_ticket for each row execute function audit_row('ticket_id');

-- The lock of all periods, named after what it locks.
alter function lock_draws() rename to lock_periods;
alter function lock_draws_exclusive() rename to lock_periods_exclusive;
create function lock_changed_periods() returns trigger
  language plpgsql as $$
begin
  perform lock_periods_exclusive();
  return null;
end $$;
drop trigger locked on draw_period;
create trigger locked before update or delete on draw_period for each statement execute function lock_changed_periods();
drop function change_draws();
