-- A programme whose budget reaches a limit runs, and more of a budget may be spent, once a second person has approved it. Programmes that are there
-- go on.
alter table cashback add column is_approved boolean not null default true;

-- Each rise of a budget: approved by a second person, or made by one alone while the sums of the day stay below the limit; then nobody has decided.
create table cashback_request (
  cashback_request_id integer generated always as identity primary key,
  cashback_id         integer not null references cashback,
  -- What may be spent without it: nothing of a programme that is not approved.
  old_budget          bigint not null check (old_budget >= 0),
  new_budget          bigint not null check (new_budget > 0),
  status              smallint not null default 1 check (status in (1, 3, 7)),
  -- Who made or changed what waits: none of them approves it.
  makers              integer[] not null,
  created_by          integer not null references app_user,
  created_at          timestamptz not null default now(),
  decided_by          integer references app_user,
  decided_at          timestamptz,
  decision_reason     text,
  version             integer not null default 1,
  constraint cashback_request__no_right check (status <> 3 or decided_by is null or decided_by <> all (makers))
);
create unique index cashback_request__request_pending on cashback_request (cashback_id) where status = 1;
create index cashback_request_created on cashback_request (created_at);
create trigger in_call before insert or update or delete on cashback_request for each statement execute function written_in_call();
create trigger audited after insert or update or delete on cashback_request for each row execute function audit_row('cashback_request_id');
create trigger notifies after update of status on cashback_request for each row when (old.status <> new.status)
  execute function notify_people('cashback_request_id', '{3,7}', '{}', 'decision_reason', 'created_by');
