-- Reports that go out by mail by themselves: what somebody has set, and each mail of each moment at which one is due.

-- Frequencies: 1 each day, 2 each week, 3 each month. Periods: 1 yesterday, 2 last week, 3 last month. Status: 1 runs, 2 paused, 3 stopped by the program.
create table report_schedule (
  report_schedule_id integer generated always as identity primary key,
  report         text not null,
  frequency      smallint not null check (frequency in (1, 2, 3)),
  -- of the week, from Monday on, or of the month
  on_day         smallint not null check (on_day between 1 and 28),
  at             time not null,
  period         smallint not null check (period in (1, 2, 3)),
  -- the filters as the address of the page has them, without days, and in words
  query          text not null,
  filter_text    text,
  recipients     integer[] not null check (cardinality(recipients) between 1 and 20),
  status         smallint not null default 1 check (status in (1, 2, 3)),
  stopped_reason text,
  -- what was due before is not sent
  active_since   timestamptz not null default clock_timestamp(),
  created_by     integer not null references app_user,
  created_at     timestamptz not null default clock_timestamp(),
  version        integer not null default 1,
  check (frequency <> 2 or on_day <= 7),
  check ((status = 3) = (stopped_reason is not null))
);
create index report_schedule_of on report_schedule (created_by);
create trigger audited after insert or update or delete on report_schedule for each row execute function audit_row('report_schedule_id');
create trigger notifies after update of status on report_schedule for each row when (old.status <> new.status)
  execute function notify_people('report_schedule_id', '{}', '{3}', 'stopped_reason', 'created_by');

-- One row for each recipient of each due moment, so that nobody is sent the same twice. Status: 1 to be sent, 2 sent, 3 given up. Written by the program
-- alone, so it is no act and not logged.
create table report_mail (
  report_mail_id     integer generated always as identity primary key,
  report_schedule_id integer not null references report_schedule on delete cascade,
  due_at             timestamptz not null,
  user_id            integer not null references app_user,
  status             smallint not null default 1 check (status in (1, 2, 3)),
  tries              smallint not null default 0,
  next_try_at        timestamptz not null default clock_timestamp(),
  fault              text,
  sent_at            timestamptz,
  unique (report_schedule_id, due_at, user_id)
);
create index report_mail_to_send on report_mail (next_try_at) where status = 1;
create index report_mail_due on report_mail (due_at);

-- The first moment after another one at which a report is due, by the clock of Viet Nam.
create function report_due_after(p_frequency smallint, p_on_day smallint, p_at time, p_after timestamptz) returns timestamptz
  language sql stable as $$
  select min(due_at) from (
    select day, (day + p_at) at time zone 'Asia/Ho_Chi_Minh' as due_at
    from (select (p_after at time zone 'Asia/Ho_Chi_Minh')::date + n as day from generate_series(0, 62) n) days) dues
  where due_at > p_after and case p_frequency when 1 then true
    when 2 then extract(isodow from day) = p_on_day else extract(day from day) = p_on_day end
$$;

-- The days that a report speaks of when it is due.
create function report_days(p_period smallint, p_due timestamptz, out from_date date, out to_date date)
  language sql stable as $$
  select case p_period when 1 then day - 1 when 2 then monday - 7 else (first - interval '1 month')::date end,
    case p_period when 1 then day - 1 when 2 then monday - 1 else first - 1 end
  from (select day, date_trunc('week', day::timestamp)::date as monday, date_trunc('month', day::timestamp)::date as first
    from (select (p_due at time zone 'Asia/Ho_Chi_Minh')::date as day) due) days
$$;
