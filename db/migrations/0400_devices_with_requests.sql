-- A device stays while a transid that it used is kept; refusals count until their signature has expired. Orders do not: too many would be read.
create or replace function keep_device() returns trigger
  language plpgsql as $$
begin
  if exists (select from channel_request where device_id = old.device_id
      and (order_id is not null or account_id is not null or not answer ? 'code' or at > now() - interval '15 minutes')) then
    raise exception 'pos_device % has requests', old.device_id
      using errcode = 'restrict_violation', constraint = 'pos_device__device_has_requests';
  end if;
  return old;
end $$;
