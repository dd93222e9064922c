-- A device that has asked for something stays: its transids are kept under its number, so that the same one added anew would do everything twice.
create function keep_device() returns trigger
  language plpgsql as $$
begin
  if exists (select from channel_request where device_id = old.device_id)
      or exists (select from sale_order where pos_id = old.pos_id and old.device_id in (device_id, paid_device_id)) then
    raise exception 'pos_device % has orders', old.device_id using errcode = 'restrict_violation', constraint = 'pos_device__has_orders';
  end if;
  return old;
end $$;
create trigger kept before delete on pos_device for each row execute function keep_device();
