-- Where a device wants to be told what becomes of the orders that it made.
create table webhook (
  device_id     integer primary key references pos_device on delete cascade,
  url           text not null,
  set_at        timestamptz not null default now(),
  -- Who tells it holds it until then; after a failure it is left alone until then.
  next_at       timestamptz not null default now(),
  -- Failures in a row, since when, and the last one.
  failures      integer not null default 0,
  failing_since timestamptz,
  fault         text,
  taken_at      timestamptz
);
create trigger audited after insert or update of url or delete on webhook for each row execute function audit_row('device_id');

-- What is still to be told. Of one order the numbers rise with its changes: each waits for the transaction of the one before.
create table webhook_event (
  event_id   bigint generated always as identity primary key,
  device_id  integer not null references webhook on delete cascade,
  order_id   bigint not null,
  status     smallint not null,
  reward     bigint not null,
  reward_tax bigint not null,
  -- the order's own
  version    integer not null,
  at         timestamptz not null default clock_timestamp()
);
create index webhook_event_of_device on webhook_event (device_id, event_id);
create index webhook_event_at on webhook_event (at);

-- Each change of an order's state, but that it was paid, which the device did itself.
create function note_webhook_event() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from webhook) then
    insert into webhook_event (device_id, order_id, status, reward, reward_tax, version)
      select n.device_id, n.order_id, n.status, n.reward, n.reward_tax, n.version
      from new_rows n join old_rows o using (order_id) join webhook w on w.device_id = n.device_id
      where n.status <> o.status and (o.status <> 1 or n.status = 13);
  end if;
  return null;
end $$;
create trigger webhook after update on sale_order referencing old table as old_rows new table as new_rows
  for each statement execute function note_webhook_event();

-- What the program signs with, as devices sign with their own: the seed of an Ed25519 key.
alter table program_key add column webhook_seed bytea not null default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');
