-- What each source told of a draw, once for each thing that it told; kept also where it was not taken.
create table feed_report (
  report_id      bigint generated always as identity primary key,
  period_id      integer not null references draw_period,
  -- 1 the first source, 2 the second
  source         smallint not null check (source in (1, 2)),
  -- By group, as draw_result has them.
  numbers        jsonb not null check (jsonb_typeof(numbers) = 'object'),
  received_at    timestamptz not null default clock_timestamp(),
  -- Somebody has looked at what contradicts a confirmed result.
  dismissed_by   integer references app_user,
  dismissed_at   timestamptz,
  dismiss_reason text,
  unique (period_id, source, numbers),
  check ((dismissed_at is null) = (dismissed_by is null) and (dismissed_at is null) = (dismiss_reason is null))
);
create trigger in_call before insert or update or delete on feed_report for each statement execute function written_in_call();
create trigger audited after update on feed_report for each row execute function audit_row('report_id');
