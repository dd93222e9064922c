-- Sales: electronic games with their draws, customers' groups with their fees, orders from the channel with their lines, and the roll-ups
-- that answer reports.

-- Electronic games beside the traditional tickets, by the same catalogue.
alter table category
  add column status          smallint not null default 1 check (status in (0, 1)),
  -- what a point of sale earns of the tickets' price, in basis points
  add column commission_rate integer not null default 500 check (commission_rate between 0 and 10000);
drop trigger audited on category;
insert into category (category, category_code, category_name, line, price_unit, face_values, status) values
  (11, 'M645', 'Mega 6/45', 'xsdt', 10000, '{10000}', 1),
  (12, 'P655', 'Power 6/55', 'xsdt', 10000, '{10000}', 1),
  (13, 'MAX3D', 'Max 3D / 3D+', 'xsdt', 10000, '{10000}', 1),
  (14, 'MAX3DPRO', 'Max 3D Pro', 'xsdt', 10000, '{10000}', 1),
  (15, 'L535', 'Lotto 5/35', 'xsdt', 10000, '{10000}', 1),
  (16, 'KENO', 'Keno', 'xsdt', 10000, '{10000}', 1),
  (17, 'BINGO18', 'Bingo18', 'xsdt', 10000, '{10000}', 1),
  (18, 'DT6X36', 'Điện toán 6x36', 'xsdt', 10000, '{10000}', 1),
  (19, 'DT123', 'Điện toán 123', 'xsdt', 10000, '{10000}', 1),
  (20, 'TT4', 'Thần tài 4', 'xsdt', 10000, '{10000}', 1),
  (21, 'LOTO', 'Lô tô 2, 3, 4 số', 'xsdt', 10000, '{10000}', 1),
  -- Drawn for the last time on 31/08/2021.
  (22, 'MAX4D', 'Max 4D', 'xsdt', 10000, '{10000}', 0);
create trigger audited after insert or update or delete on category for each row execute function audit_row('category');

-- When a game draws: on these weekdays (1 Monday … 7 Sunday), from the first draw of a day to the last, every so many minutes. Orders are taken until
-- `stop_seconds` before a draw, tickets printed until `print_seconds` before it, and the next draw's orders begin `open_seconds` before it.
-- A draw's number is counted from the anchor, one by one: the operator's own count, never reset.
create table game (
  category      smallint primary key references category,
  weekdays      smallint[] not null check (weekdays <@ '{1,2,3,4,5,6,7}' and weekdays <> '{}'),
  first_draw    text not null,
  last_draw     text not null check (last_draw >= first_draw),
  every_minutes smallint not null check (every_minutes between 1 and 1440),
  stop_seconds  integer not null,
  print_seconds integer not null,
  open_seconds  integer not null check (open_seconds >= 0),
  number_digits smallint not null check (number_digits between 1 and 9),
  anchor_number integer not null,
  anchor_at     timestamptz not null,
  updated_by    integer references app_user,
  updated_at    timestamptz,
  version       integer not null default 1,
  constraint game__stop_later_than_print check (stop_seconds >= print_seconds),
  constraint game__print_later_than_open check (print_seconds >= open_seconds)
);
insert into game (category, weekdays, first_draw, last_draw, every_minutes, stop_seconds, print_seconds, open_seconds, number_digits, anchor_number, anchor_at) values
  (11, '{3,5,7}', '18:00', '18:00', 1440, 900, 600, 300, 5, 1521, '2026-06-10 18:00+07'),
  (12, '{2,4,6}', '18:00', '18:00', 1440, 900, 600, 300, 5, 1375, '2026-07-23 18:00+07'),
  (13, '{1,3,5}', '18:00', '18:00', 1440, 900, 600, 300, 5, 1110, '2026-07-22 18:00+07'),
  (14, '{2,4,6}', '18:00', '18:00', 1440, 900, 600, 300, 5, 756, '2026-07-23 18:00+07'),
  (15, '{1,2,3,4,5,6,7}', '13:00', '21:00', 480, 300, 180, 60, 5, 782, '2026-07-24 21:00+07'),
  (16, '{1,2,3,4,5,6,7}', '06:08', '21:52', 8, 60, 30, 15, 7, 286693, '2026-07-01 06:08+07'),
  (17, '{1,2,3,4,5,6,7}', '06:06', '21:54', 6, 60, 30, 15, 7, 178247, '2026-07-24 06:06+07'),
  (18, '{3,6}', '18:05', '18:05', 1440, 900, 600, 300, 5, 1, '2026-01-03 18:05+07'),
  (19, '{1,2,3,4,5,6,7}', '18:05', '18:05', 1440, 900, 600, 300, 5, 1, '2026-01-01 18:05+07'),
  (20, '{1,2,3,4,5,6,7}', '18:05', '18:05', 1440, 900, 600, 300, 5, 1, '2026-01-01 18:05+07'),
  (21, '{1,2,3,4,5,6,7}', '18:15', '18:15', 1440, 900, 600, 300, 5, 1, '2026-01-01 18:15+07');
create trigger audited after insert or update or delete on game for each row execute function audit_row('category');

-- Days on which a game does not draw.
create table game_closed_day (
  category smallint not null references game,
  day      date not null,
  reason   text not null,
  primary key (category, day)
);
insert into game_closed_day values (13, '2026-02-16', 'Nghỉ Tết'), (12, '2026-02-17', 'Nghỉ Tết');
create trigger audited after insert or update or delete on game_closed_day for each row execute function audit_row('category,day');

-- Tickets of orders that were taken in time may be printed a little longer. A draw that is never confirmed, or does not take place, is cancelled.
alter table draw_period
  add column print_at        timestamptz,
  -- Somebody asks for the cancellation with a reason, somebody else confirms it.
  add column cancel_asked_by integer references app_user,
  add column cancel_asked_at timestamptz,
  add column cancel_reason   text,
  add column cancelled_by    integer references app_user,
  add column cancelled_at    timestamptz;
drop trigger audited on draw_period;
update draw_period set print_at = stop_at;
create trigger audited after insert or update or delete on draw_period for each row execute function audit_row('period_id');
alter table draw_period
  alter column print_at set not null,
  drop constraint draw_period__period_time_invalid,
  add constraint draw_period__period_time_invalid
    check (open_at < return_until and return_until <= stop_at and stop_at <= print_at and print_at <= draw_at);
create unique index draw_period_of_game on draw_period (category, draw_at) where area_id is null;
-- A game draws a hundred times a day, and people look at what is next.
create index draw_period_by_draw on draw_period (draw_at);
-- Somebody asks to cancel them, and nobody has decided yet: few, and looked for all day.
create index draw_period_asked on draw_period (draw_at) where cancel_asked_at is not null and cancelled_at is null;

-- Orders stand on the draws as they are: whoever takes, pays or gives back orders holds all draws still, many at the same time, and every change of a
-- draw waits until they are through, while those who come later wait behind the change. A lock on the rows themselves would be shared by
-- one order after the other, and a change would wait for as long as orders come.
create function lock_draws() returns void
  language sql volatile
  return pg_advisory_xact_lock_shared(hashtext('draw_period'));
create function lock_draws_exclusive() returns void
  language sql volatile
  return pg_advisory_xact_lock(hashtext('draw_period'));
create function change_draws() returns trigger
  language plpgsql as $$
begin
  perform lock_draws_exclusive();
  return null;
end $$;
create trigger locked before update or delete on draw_period for each statement execute function change_draws();

create or replace function make_periods(p_until date) returns integer
  language plpgsql as $$
declare
  v_made integer;
begin
  insert into draw_period (category, area_id, open_date, period_code, open_at, return_until, stop_at, print_at, draw_at)
    select a.category, a.area_id, d.day, a.area_code || '-' || to_char(d.day, 'YYYYMMDD'),
        (d.day - 1) + a.import_time::time, d.day + a.return_time::time, d.day + a.stop_time::time, d.day + a.stop_time::time, d.day + a.draw_time::time
      from draw_area a
      join draw_area_weekday w using (area_id)
      join (select day::date from generate_series(current_date, p_until, interval '1 day') day) d
        on extract(isodow from d.day) = w.weekday
      where a.status = 1 and not exists (select from draw_closed_day c where c.area_id = a.area_id and c.day = d.day)
        and not exists (select from draw_period p where p.area_id = a.area_id and p.open_date = d.day)
      order by d.day, a.area_id
    on conflict do nothing;
  get diagnostics v_made = row_count;
  return v_made;
end $$;

-- A draw that is cancelled, or that somebody asked to cancel, stays as it is: made anew it would sell again.
create or replace function remake_periods(p_area_id integer, p_until date) returns void
  language plpgsql as $$
declare
  v_period_id integer;
begin
  for v_period_id in select period_id from draw_period where area_id = p_area_id and open_at > clock_timestamp() order by period_id loop
    begin
      delete from draw_period where period_id = v_period_id and cancelled_at is null and cancel_asked_at is null;
    exception when foreign_key_violation or restrict_violation then
      null;
    end;
  end loop;
  perform make_periods(p_until);
end $$;

-- The moments at which a game draws after one moment and up to another.
create function game_draws(p_category smallint, p_after timestamptz, p_until timestamptz) returns setof timestamptz
  language sql stable as $$
  select d.day + g.first_draw::time + n * make_interval(mins => g.every_minutes)
  from game g,
    lateral (select day::date from generate_series(p_after::date, p_until::date, interval '1 day') day) d,
    generate_series(0, (extract(epoch from g.last_draw::time - g.first_draw::time) / 60)::integer / g.every_minutes) n
  where g.category = p_category and extract(isodow from d.day) = any (g.weekdays)
    and not exists (select from game_closed_day c where c.category = g.category and c.day = d.day)
    and d.day + g.first_draw::time + n * make_interval(mins => g.every_minutes) > p_after
    and d.day + g.first_draw::time + n * make_interval(mins => g.every_minutes) <= p_until
$$;

-- Makes the missing draws of a game on these days, and gives how many. Their numbers go on from the nearest draw that is there, by the draws that the
-- calendar has between the two; from the anchor only where none is there. A draw whose number has been given to another one is not made, with a
-- warning: its day was closed and opened again after that.
create function make_game_periods(p_category smallint, p_from date, p_until date) returns integer
  language plpgsql as $$
declare
  v_from timestamptz := p_from;
  v_until timestamptz := p_until + 1;
  v_missing integer;
  v_made integer;
begin
  with calendar as (
    select d as draw_at, row_number() over (order by d) as n, coalesce(lag(d) over (order by d),
      -- The last draw before these days: after it the first of these opens.
      (select max(d) from game_draws(p_category, v_from - interval '8 days', v_from) d), d - interval '1 day') as before
    from game_draws(p_category, v_from, v_until) d),
  there as (
    select draw_at, split_part(period_code, '-', 2)::bigint as number from draw_period where category = p_category and area_id is null),
  counted as (
    select draw_at, number, (select count(*) from calendar c where c.draw_at <= t.draw_at) as n from there t where draw_at > v_from and draw_at <= v_until
    union all
    (select draw_at, number, -(select count(*) from game_draws(p_category, t.draw_at, v_from)) from there t where draw_at <= v_from order by draw_at desc limit 1)
    union all
    (select draw_at, number, (select count(*) from game_draws(p_category, v_from, t.draw_at)) from there t where draw_at > v_until order by draw_at limit 1)),
  known as (
    select * from counted
    union all
    select anchor_at, anchor_number, case when anchor_at <= v_from then -(select count(*) from game_draws(p_category, anchor_at, v_from))
        else (select count(*) from game_draws(p_category, v_from, anchor_at)) end
      from game where category = p_category and not exists (select from counted)),
  missing as (
    select c.draw_at, c.before, coalesce(
        (select k.number - k.n from known k where k.draw_at < c.draw_at order by k.draw_at desc limit 1),
        (select k.number - k.n from known k where k.draw_at >= c.draw_at order by k.draw_at limit 1)) + c.n as number
    from calendar c where not exists (select from there t where t.draw_at = c.draw_at)),
  made as (
    insert into draw_period (category, open_date, period_code, open_at, return_until, stop_at, print_at, draw_at)
      select p_category, m.draw_at::date, c.category_code || '-' || lpad(m.number::text, g.number_digits, '0'),
        m.before - make_interval(secs => g.open_seconds), m.draw_at - make_interval(secs => g.stop_seconds),
        m.draw_at - make_interval(secs => g.stop_seconds), m.draw_at - make_interval(secs => g.print_seconds), m.draw_at
      from missing m, game g join category c using (category) where g.category = p_category
      order by m.draw_at
    on conflict do nothing
    returning 1)
  select (select count(*) from missing), (select count(*) from made) into v_missing, v_made;
  if v_made < v_missing then
    raise warning 'game %: % draws were not made, their numbers are given', p_category, v_missing - v_made;
  end if;
  return v_made;
end $$;

-- Customers' groups. Type: 1 VIP, 2 the one for everybody else. A customer is in one VIP group at most.
create table group_vip (
  group_vip_id integer generated by default as identity primary key,
  name         text not null constraint group_vip__group_exists unique,
  type         smallint not null check (type in (1, 2)),
  status       smallint not null default 1 check (status in (0, 1)),
  description  text,
  created_by   integer references app_user,
  created_at   timestamptz not null default now(),
  updated_by   integer references app_user,
  updated_at   timestamptz,
  version      integer not null default 1,
  search       text not null generated always as (vn_fold(name || ' ' || coalesce(description, ''))) stored
);
insert into group_vip (name, type, description) values ('Khách hàng thường', 2, 'Mọi khách hàng không thuộc nhóm VIP nào');
create unique index group_vip_default on group_vip (type) where type = 2;
create trigger audited after insert or update or delete on group_vip for each row execute function audit_row('group_vip_id');

create table group_vip_account (
  account_id   integer generated by default as identity primary key,
  group_vip_id integer not null references group_vip on delete cascade,
  msisdn       text not null constraint group_vip_account__phone_exists unique check (msisdn ~ '^84\d{9}$'),
  created_by   integer references app_user,
  created_at   timestamptz not null default now(),
  version      integer not null default 1
);
create index group_vip_account_of_group on group_vip_account (group_vip_id);
create trigger audited after insert or update or delete on group_vip_account for each row execute function audit_row('group_vip_id,account_id');

-- What a group pays beside the tickets: the first rule that was made whose source, product and range of values fit. No rule, no fee.
create table group_vip_fee (
  fee_id            integer generated by default as identity primary key,
  group_vip_id      integer not null references group_vip on delete cascade,
  payment_vendor_id integer references payment_vendor,
  category          smallint references category,
  from_value        bigint not null default 0 check (from_value >= 0),
  to_value          bigint,
  fee_rate          integer not null default 0 check (fee_rate between 0 and 10000),
  fee_fixed         bigint not null default 0 check (fee_fixed >= 0),
  fee_least         bigint not null default 0 check (fee_least >= 0),
  fee_most          bigint,
  status            smallint not null default 1 check (status in (0, 1)),
  created_by        integer references app_user,
  created_at        timestamptz not null default now(),
  updated_by        integer references app_user,
  updated_at        timestamptz,
  version           integer not null default 1,
  constraint group_vip_fee__from_exceeds_to check (from_value <= to_value),
  constraint group_vip_fee__minimum_exceeds_maximum check (fee_least <= fee_most),
  constraint group_vip_fee__threshold_duplicate unique nulls not distinct (group_vip_id, payment_vendor_id, category, from_value)
);
create trigger audited after insert or update or delete on group_vip_fee for each row execute function audit_row('group_vip_id,fee_id');

-- The time limits of orders: one row.
create table sale_config (
  only_row       boolean primary key default true check (only_row),
  -- An order that is not paid by then is cancelled and its tickets are free again.
  unpaid_minutes integer not null default 10 check (unpaid_minutes between 1 and 1440),
  -- Whoever took an order and did nothing for so long loses it to the next.
  hold_minutes   integer not null default 15 check (hold_minutes between 1 and 1440),
  -- Faults of an order can be reported for so long after it was paid.
  report_hours   integer not null default 24 check (report_hours between 1 and 720),
  -- The longest range of days that a list of orders may be searched over.
  search_days    integer not null default 92 check (search_days between 1 and 800),
  updated_by     integer references app_user,
  updated_at     timestamptz,
  version        integer not null default 1
);
insert into sale_config default values;
create trigger audited after insert or update or delete on sale_config for each row execute function audit_row('only_row');

-- What an app or device signs its orders with: an Ed25519 public key, the 32 bytes as base64. Its private half never leaves the device.
alter table pos_device add column public_key text constraint pos_device__device_key_exists unique check (length(public_key) = 44);

-- What all programs that work on this database share and nobody else knows: what the captchas' questions are proved by.
create table program_key (
  only_row    boolean primary key default true check (only_row),
  captcha_key bytea not null default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')
);
insert into program_key default values;
revoke insert, update, delete on program_key from ve_so_app;

-- Only an app that has asked the customer may take money from wallets; a till at a counter cannot show that anybody agreed.
alter table pos_device add column may_charge_wallets boolean not null default false;

-- What each device asked for under its own transids, so that asking again does nothing twice. A wish that was refused has no order; its answer is
-- the refusal, and it is forgotten soon.
create table channel_request (
  device_id integer not null,
  transid   text not null,
  call      text not null,
  digest    bytea not null,
  order_id  bigint,
  answer    jsonb not null,
  at        timestamptz not null default clock_timestamp(),
  primary key (device_id, transid)
);
create index channel_request_at on channel_request (at);
create index channel_request_refused on channel_request (at) where order_id is null;
create trigger in_call before insert or update or delete on channel_request for each statement execute function written_in_call();

-- A payment at a source, by its number there, pays one order. (The orders' own table is kept by month, so that it cannot hold this.)
create table order_payment (
  payment_vendor_id integer not null references payment_vendor,
  vendor_ref        text not null,
  order_id          bigint not null unique,
  primary key (payment_vendor_id, vendor_ref)
);
create trigger in_call before insert or update or delete on order_payment for each statement execute function written_in_call();

-- What a point of sale with a limit has sold on a day, orders that are not paid yet included.
create table pos_day (
  pos_id integer not null,
  day    date not null,
  amount bigint not null default 0 check (amount >= 0),
  primary key (pos_id, day)
);
create trigger in_call before insert or update or delete on pos_day for each statement execute function written_in_call();

-- An order's number begins with its day: 261122 000000042. So numbers are in the order of time, and a number alone tells in which month to look.
create sequence sale_order_no maxvalue 999999999 cycle;
create function new_order_id(p_at timestamptz) returns bigint
  language sql volatile
  return to_char(p_at at time zone 'Asia/Ho_Chi_Minh', 'YYMMDD')::bigint * 1000000000 + nextval('sale_order_no');
-- The first number of a day: ranges of days are ranges of numbers.
create function first_order_id(p_day date) returns bigint
  language sql immutable parallel safe
  return ((extract(year from p_day)::bigint % 100) * 10000 + extract(month from p_day)::bigint * 100 + extract(day from p_day)::bigint) * 1000000000;
create function order_day(p_order_id bigint) returns date
  language sql immutable parallel safe
  return make_date((2000 + p_order_id / 10000000000000)::integer, (p_order_id / 100000000000 % 100)::integer, (p_order_id / 1000000000 % 100)::integer);

-- Status: 1 waits for its money, 2 paid and to be processed, 3 being processed by somebody, 4 done (the ticket is printed or its photo is there),
-- 6 no prize, 7 prize, 8 prize being paid, 9 prize paid, 10 reported as faulty, 11 money to be given back, 12 money given back,
-- 13 cancelled before it was paid. (5, waiting for the draw, is a done order whose draw has stopped selling: the clock says so.)
create function is_sale(p_status smallint) returns boolean
  language sql immutable parallel safe
  return p_status between 2 and 10;

-- Orders come by the million, so they name places and periods without foreign keys: whoever takes an order in has them before him.
create table sale_order (
  order_id          bigint not null primary key,
  order_day         date not null generated always as (order_day(order_id)) stored,
  ordered_at        timestamptz not null,
  category          smallint not null,
  period_id         integer not null,
  -- the draw's own day
  open_date         date not null,
  -- of traditional tickets: the station, and the store whose stock they are from
  area_id           integer,
  base_id           integer,
  pos_id            integer not null,
  -- the agent that the point of sale had when it sold this; null of one that had none
  partner_id        integer,
  device_id         integer not null,
  user_pos_id       integer,
  -- the customer, 84xxxxxxxxx; null of one who paid cash at the counter
  msisdn            text,
  full_name         text,
  -- 0 the device prints it, 1 staff print it (online orders), 2 the shop keeps the paper ticket
  handling          smallint not null check (handling in (0, 1, 2)),
  quantity          integer not null check (quantity > 0),
  amount            bigint not null check (amount > 0),
  fee               bigint not null default 0 check (fee >= 0),
  total             bigint not null generated always as (amount + fee) stored,
  commission        bigint not null default 0 check (commission >= 0),
  status            smallint not null default 1 check (status between 1 and 13 and status <> 5),
  expires_at        timestamptz,
  payment_vendor_id integer,
  -- the payment's number at its source
  vendor_ref        text,
  paid_at           timestamptz,
  -- The device that told of the payment: told once more by it, it is the same money; told by another one, the customer has paid twice.
  paid_device_id    integer,
  -- who is processing it, or did
  taken_by          integer,
  taken_at          timestamptz,
  finished_at       timestamptz,
  images            text[] not null default '{}',
  -- The last report of a fault, and the status that it stood in before.
  reported_by       integer,
  reported_at       timestamptz,
  report_reason     text,
  report_image      text,
  reported_from     smallint,
  -- Who decided last that a report was wrong.
  rejected_by       integer,
  rejected_at       timestamptz,
  -- The last word of staff on it: why a report was rejected, what was looked at before its status was changed.
  note              text,
  -- Why and by whom it was cancelled or its money given back; null of what the program did.
  end_reason        text,
  ended_by          integer,
  ended_at          timestamptz,
  -- When the money was back with the customer.
  refunded_at       timestamptz,
  reward            bigint not null default 0 check (reward >= 0),
  -- The transactions since which it counts as a sale, and since which it does not any more. A report's snapshot tells by them which orders it saw.
  counted           xid8,
  uncounted         xid8,
  updated_by        integer,
  updated_at        timestamptz,
  version           integer not null default 1,
  check (is_sale(status) = (counted is not null and uncounted is null)),
  check (status = 1 or paid_at is not null or status = 13)
) partition by range (order_id);
create index sale_order_of_pos on sale_order (pos_id, order_id);
create index sale_order_of_partner on sale_order (partner_id, order_id) where partner_id is not null;
create index sale_order_of_store on sale_order (base_id, order_id) where base_id is not null;
create index sale_order_of_customer on sale_order (msisdn, order_id) where msisdn is not null;
create index sale_order_of_period on sale_order (period_id, order_id);
create index sale_order_unpaid on sale_order (expires_at) where status = 1;
create index sale_order_queue on sale_order (handling, order_id) where status in (2, 3) and handling > 0;
-- What was done of that: the newest first.
create index sale_order_worked on sale_order (handling, order_id) where handling > 0 and finished_at is not null;
-- Whether prizes were calculated of a draw: asked while all sales wait.
create index sale_order_calculated on sale_order (period_id) where status between 6 and 9;
create index sale_order_rare on sale_order (status, order_id) where status in (3, 10, 11);
create index sale_order_ended on sale_order (ended_at, order_id) where ended_at is not null;
create trigger in_call before insert or update or delete on sale_order for each statement execute function written_in_call();
-- What staff do to an order is in the log; what the channel does is told by the order's own moments.
create trigger audited after update on sale_order for each row when (old.updated_at is distinct from new.updated_at) execute function audit_row('order_id');
-- A row's trigger names the partition; the log speaks of the whole table.
create function name_whole_table() returns trigger
  language plpgsql as $$
begin
  new.table_name := regexp_replace(new.table_name, '_\d{6}$', '');
  return new;
end $$;
create trigger of_whole_table before insert on audit_change for each row when (new.table_name ~ '^sale_order_\d{6}$')
  execute function name_whole_table();

-- What was bought: of a game the board with its play type, of traditional tickets the number.
create table order_line (
  order_id        bigint not null,
  line_no         smallint not null,
  play_type       smallint not null,
  -- of a game the numbers, separated by spaces as on the ticket
  numbers         text not null,
  series          text,
  xsdt_ticket_id  bigint,
  ticket_group_id integer,
  -- The numbers of a game were drawn by the machine, not picked by the customer.
  quick_pick      boolean not null default false,
  -- tickets; of a game the number of single lines that the board is worth, times the stake
  quantity        integer not null check (quantity > 0),
  amount          bigint not null check (amount > 0),
  reward          bigint not null default 0 check (reward >= 0),
  primary key (order_id, line_no)
) partition by range (order_id);
create trigger in_call before insert or update or delete on order_line for each statement execute function written_in_call();

-- A photo shows the tickets of one order.
create table order_photo (
  image    text primary key references stored_file,
  order_id bigint not null
);
create index order_photo_of_order on order_photo (order_id);
create trigger in_call before insert or update or delete on order_photo for each statement execute function written_in_call();
-- The picture of a report is looked for among the newest of its person.
create index stored_file_of_person on stored_file (created_by, created_at);

-- Every second the program looks whether work that waits has changed: at those rows alone, however many lie behind them.
create index app_user_waiting on app_user (user_id) where deleted_at is null and (status = 2 or forgot_at is not null);
create index deposit_matched on deposit (transfer_id) where status = 1;
create index reconciliation_finding_open on reconciliation_finding (finding_id) where resolved_at is null;

-- Whoever has sold stays, because orders name them without foreign keys: they are locked instead. The argument is the column that names them.
create function keep_seller() returns trigger
  language plpgsql as $$
declare
  v_sold boolean;
begin
  execute format('select exists (select from sale_order where %I = $1)', tg_argv[0]) into v_sold using (to_jsonb(old) ->> tg_argv[0])::integer;
  if v_sold then
    raise exception '% % has orders', tg_table_name, to_jsonb(old) ->> tg_argv[0]
      using errcode = 'restrict_violation', constraint = tg_table_name || '__has_orders';
  end if;
  return old;
end $$;
create trigger kept before delete on pos for each row execute function keep_seller('pos_id');
create trigger kept before delete on partner for each row execute function keep_seller('partner_id');

-- Each month is made beside the table and then attached, which nobody at work has to wait for. The program reaches a month through its table
-- only: the triggers that count and that ask for a call stand there.
create function make_sale_partitions(p_from date, p_to date) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_month date;
  v_table text;
  v_name text;
begin
  for v_month in select generate_series(date_trunc('month', p_from), p_to, interval '1 month')::date loop
    foreach v_table in array array['sale_order', 'order_line'] loop
      v_name := v_table || '_' || to_char(v_month, 'YYYYMM');
      continue when to_regclass(v_name) is not null;
      execute format('create table %I (like %I including all)', v_name, v_table);
      execute format('revoke insert, update, delete on %I from ve_so_app', v_name);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
        v_table, v_name, first_order_id(v_month), first_order_id((v_month + interval '1 month')::date));
    end loop;
  end loop;
end $$;
select make_sale_partitions((current_date - interval '1 month')::date, (current_date + interval '3 months')::date);
revoke execute on function make_sale_partitions(date, date) from public;
grant execute on function make_sale_partitions(date, date) to ve_so_app;

-- The roll-ups. A statement that makes orders count, or not count any more, leaves what it changed in a small table, in the same transaction and
-- without waiting for anybody; a job folds that into the roll-ups every minute; reports read both together, so they are exact at any moment.

-- In which range of values an order lies: from 0, 20, 50, 100, 200, 500 thousand, 1 and 5 million đồng.
create function sale_band(p_amount bigint) returns smallint
  language sql immutable parallel safe
  return width_bucket(p_amount, array[0, 20000, 50000, 100000, 200000, 500000, 1000000, 5000000]::bigint[])::smallint;

-- Sums of sales, kept at several grains: `fold_sales` says which keys each tells apart. Of what a grain does not tell apart, and of what an order does
-- not have, the key is 0. A month is told by its first day. Who may see one agent, shop or store only finds nothing in a grain without that key.
create table sale_sum (
  grain       smallint not null,
  day         date not null,
  category    smallint not null,
  partner_id  integer not null,
  pos_id      integer not null,
  user_pos_id integer not null,
  base_id     integer not null,
  area_id     integer not null,
  band        smallint not null,
  hour        smallint not null,
  orders      bigint not null,
  quantity    bigint not null,
  amount      bigint not null,
  fee         bigint not null,
  commission  bigint not null,
  primary key (day, category, partner_id, pos_id, user_pos_id, base_id, area_id, band, hour, grain)
) partition by list (grain);
create table sale_day partition of sale_sum for values in (1);
create table sale_day_partner partition of sale_sum for values in (2);
create table sale_day_pos partition of sale_sum for values in (3);
create table sale_day_account partition of sale_sum for values in (4);
create table sale_month_partner partition of sale_sum for values in (5);
create table sale_month_pos partition of sale_sum for values in (6);
create table sale_month_account partition of sale_sum for values in (7);
create table sale_day_band partition of sale_sum for values in (8);
create table sale_day_band_pos partition of sale_sum for values in (9);
create table sale_hour partition of sale_sum for values in (10);
create table sale_hour_pos partition of sale_sum for values in (11);
-- One point of sale over a long time.
create index sale_day_pos_of_pos on sale_day_pos (pos_id, day);
create index sale_day_account_of_pos on sale_day_account (pos_id, day);
create index sale_day_band_pos_of_pos on sale_day_band_pos (pos_id, day);

-- How it was played: by all, and told apart by point of sale.
create table sale_day_play (
  day       date not null,
  category  smallint not null,
  play_type smallint not null,
  lines     bigint not null,
  quantity  bigint not null,
  amount    bigint not null,
  primary key (day, category, play_type)
);
create table sale_play (
  day        date not null,
  category   smallint not null,
  partner_id integer not null,
  pos_id     integer not null,
  base_id    integer not null,
  play_type  smallint not null,
  lines      bigint not null,
  quantity   bigint not null,
  amount     bigint not null,
  primary key (day, category, partner_id, pos_id, base_id, play_type)
);
create index sale_play_of_pos on sale_play (pos_id, day);

create table sale_delta (
  delta_id    bigint generated always as identity primary key,
  day         date not null,
  hour        smallint not null,
  partner_id  integer not null,
  pos_id      integer not null,
  user_pos_id integer not null,
  base_id     integer not null,
  category    smallint not null,
  area_id     integer not null,
  band        smallint not null,
  orders      bigint not null,
  quantity    bigint not null,
  amount      bigint not null,
  fee         bigint not null,
  commission  bigint not null
);

create table sale_play_delta (
  delta_id   bigint generated always as identity primary key,
  day        date not null,
  partner_id integer not null,
  pos_id     integer not null,
  base_id    integer not null,
  category   smallint not null,
  play_type  smallint not null,
  lines      bigint not null,
  quantity   bigint not null,
  amount     bigint not null
);

create function mark_sale() returns trigger
  language plpgsql as $$
begin
  if is_sale(new.status) then
    new.counted := pg_current_xact_id();
  else
    new.uncounted := pg_current_xact_id();
  end if;
  return new;
end $$;
create trigger marked before update of status on sale_order for each row when (is_sale(old.status) <> is_sale(new.status)) execute function mark_sale();

create function count_sales() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  with changed as (
    select n.*, case when is_sale(n.status) then 1 else -1 end as sign
    from new_rows n join old_rows o using (order_id) where is_sale(n.status) <> is_sale(o.status)),
  by_order as (
    insert into sale_delta (day, hour, partner_id, pos_id, user_pos_id, base_id, category, area_id, band, orders, quantity, amount, fee, commission)
      select order_day, extract(hour from ordered_at at time zone 'Asia/Ho_Chi_Minh'), coalesce(partner_id, 0), pos_id, coalesce(user_pos_id, 0),
        coalesce(base_id, 0), category, coalesce(area_id, 0), sale_band(amount),
        sum(sign), sum(sign * quantity), sum(sign * amount), sum(sign * fee), sum(sign * commission)
      from changed group by 1, 2, 3, 4, 5, 6, 7, 8, 9)
  insert into sale_play_delta (day, partner_id, pos_id, base_id, category, play_type, lines, quantity, amount)
    select c.order_day, coalesce(c.partner_id, 0), c.pos_id, coalesce(c.base_id, 0), c.category, l.play_type,
      sum(c.sign), sum(c.sign * l.quantity), sum(c.sign * l.amount)
    -- By their keys: a plan that was made while a month was young would go on reading all of that month for each batch of orders.
    from changed c, lateral (select play_type, quantity, amount from order_line where order_id = c.order_id offset 0) l group by 1, 2, 3, 4, 5, 6;
  return null;
end $$;
create trigger counted after update on sale_order referencing old table as old_rows new table as new_rows
  for each statement execute function count_sales();

create function refuse_change() returns trigger
  language plpgsql as $$
begin
  raise exception '%: %', tg_table_name, tg_argv[0];
end $$;
create trigger begins_unpaid before insert on sale_order for each row when (new.status <> 1)
  execute function refuse_change('an order begins unpaid');
create trigger stays before delete on sale_order for each row execute function refuse_change('an order is never removed');
-- What the roll-ups were told of an order stays true of it.
create trigger as_ordered before update of order_id, ordered_at, category, period_id, open_date, area_id, base_id, pos_id, partner_id, user_pos_id, quantity,
  amount, fee, commission on sale_order for each row execute function refuse_change('what was ordered is never changed');
create trigger as_ordered before update of order_id, line_no, play_type, numbers, quantity, amount or delete or truncate on order_line
  for each statement execute function refuse_change('what was ordered is never changed');

-- Folding removes what it has counted, so it leaves a trace: whoever looks whether anything has come sees that something had.
create table sale_fold (
  only_row  boolean primary key default true check (only_row),
  folds     bigint not null default 0,
  folded_at timestamptz,
  -- The cluster whose transactions orders are marked with (counted, uncounted): after a restore from a dump it is another one.
  cluster   bigint not null
);
insert into sale_fold (cluster) select system_identifier from pg_control_system();

-- Folds what has come together, the oldest first and no more than so many of either kind; says how many of the kind that had more. Two of these at
-- once do not harm one another, one would only wait.
create function fold_sales(p_at_most integer default null) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_folded integer;
  v_played integer;
begin
  perform pg_advisory_xact_lock(hashtext('fold_sales'));
  with gone as (delete from sale_delta where delta_id in (select delta_id from sale_delta order by delta_id limit p_at_most) returning *),
  summed as (
    insert into sale_sum
      select k.*, sum(g.orders), sum(g.quantity), sum(g.amount), sum(g.fee), sum(g.commission)
      from gone g cross join lateral (select date_trunc('month', g.day::timestamp)::date as month) m cross join lateral (values
        (1, g.day, g.category, 0, 0, 0, g.base_id, g.area_id, 0, 0),
        (2, g.day, g.category, g.partner_id, 0, 0, g.base_id, g.area_id, 0, 0),
        (3, g.day, g.category, g.partner_id, g.pos_id, 0, g.base_id, g.area_id, 0, 0),
        (4, g.day, g.category, g.partner_id, g.pos_id, g.user_pos_id, g.base_id, g.area_id, 0, 0),
        (5, m.month, g.category, g.partner_id, 0, 0, g.base_id, g.area_id, 0, 0),
        (6, m.month, g.category, g.partner_id, g.pos_id, 0, g.base_id, g.area_id, 0, 0),
        (7, m.month, g.category, g.partner_id, g.pos_id, g.user_pos_id, g.base_id, g.area_id, 0, 0),
        (8, g.day, g.category, 0, 0, 0, g.base_id, 0, g.band, 0),
        (9, g.day, g.category, g.partner_id, g.pos_id, 0, g.base_id, 0, g.band, 0),
        (10, g.day, g.category, 0, 0, 0, g.base_id, 0, 0, g.hour),
        (11, g.day, g.category, g.partner_id, g.pos_id, 0, g.base_id, 0, 0, g.hour)
      ) k (grain, day, category, partner_id, pos_id, user_pos_id, base_id, area_id, band, hour)
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
      order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    on conflict (grain, day, category, partner_id, pos_id, user_pos_id, base_id, area_id, band, hour) do update set
      orders = sale_sum.orders + excluded.orders, quantity = sale_sum.quantity + excluded.quantity, amount = sale_sum.amount + excluded.amount,
      fee = sale_sum.fee + excluded.fee, commission = sale_sum.commission + excluded.commission)
  select count(*) into v_folded from gone;
  with gone as (delete from sale_play_delta where delta_id in (select delta_id from sale_play_delta order by delta_id limit p_at_most) returning *),
  by_all as (
    insert into sale_day_play select day, category, play_type, sum(lines), sum(quantity), sum(amount) from gone group by 1, 2, 3
    on conflict (day, category, play_type) do update set lines = sale_day_play.lines + excluded.lines,
      quantity = sale_day_play.quantity + excluded.quantity, amount = sale_day_play.amount + excluded.amount),
  by_shop as (
    insert into sale_play select day, category, partner_id, pos_id, base_id, play_type, sum(lines), sum(quantity), sum(amount) from gone group by 1, 2, 3, 4, 5, 6
    on conflict (day, category, partner_id, pos_id, base_id, play_type) do update set lines = sale_play.lines + excluded.lines,
      quantity = sale_play.quantity + excluded.quantity, amount = sale_play.amount + excluded.amount)
  select count(*) into v_played from gone;
  if v_folded > 0 then
    update sale_fold set folds = folds + 1, folded_at = clock_timestamp();
  end if;
  return greatest(v_folded, v_played);
end $$;

-- Only the triggers and the folding write the roll-ups.
revoke insert, update, delete on sale_sum, sale_day, sale_day_partner, sale_day_pos, sale_day_account, sale_month_partner, sale_month_pos,
  sale_month_account, sale_day_band, sale_day_band_pos, sale_hour, sale_hour_pos, sale_day_play, sale_play, sale_delta, sale_play_delta, sale_fold from ve_so_app;
revoke execute on function fold_sales(integer) from public;
grant execute on function fold_sales(integer) to ve_so_app;

-- Tickets that were sold and whose order was cancelled lie in the stock again: movement 6.
alter table stock_movement drop constraint stock_movement_kind_check, drop constraint stock_movement_check;
alter table stock_movement
  add constraint stock_movement_kind_check check (kind between 1 and 6),
  add constraint stock_movement_check check (after - before = case when kind in (1, 5, 6) then quantity else -quantity end);
drop function move_stock(date, integer, integer, smallint, bigint, integer, integer, integer, text, integer);
create function move_stock(p_open_date date, p_area_id integer, p_base_id integer, p_kind smallint, p_quantity bigint, p_ticket_count integer,
                           p_ticket_import_id integer, p_ticket_group_id integer, p_note text, p_created_by integer,
                           p_at timestamptz default clock_timestamp()) returns bigint
  language plpgsql as $$
declare
  v_change bigint := case when p_kind in (1, 5, 6) then p_quantity else -p_quantity end;
  v_after bigint;
begin
  insert into stock (open_date, area_id, base_id) values (p_open_date, p_area_id, p_base_id) on conflict do nothing;
  update stock s set
      ticket_count = s.ticket_count + p_ticket_count,
      imported = s.imported + case when p_kind in (1, 5) then p_quantity else 0 end,
      sold = s.sold + case p_kind when 2 then p_quantity when 6 then -p_quantity else 0 end,
      returned = s.returned + case when p_kind = 3 then p_quantity else 0 end,
      transferred = s.transferred + case when p_kind = 4 then p_quantity else 0 end,
      in_stock = s.in_stock + v_change
    where s.open_date = p_open_date and s.area_id = p_area_id and s.base_id = p_base_id
    returning s.in_stock into v_after;
  insert into stock_movement (at, open_date, area_id, base_id, kind, quantity, before, after, ticket_import_id, ticket_group_id, note, created_by)
    values (p_at, p_open_date, p_area_id, p_base_id, p_kind, p_quantity, v_after - v_change, v_after, p_ticket_import_id, p_ticket_group_id, p_note, p_created_by);
  return v_after;
end $$;
