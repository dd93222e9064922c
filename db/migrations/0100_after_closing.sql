-- What comes to light after its day was closed stands on the closing of the day on which it came: lines of a bank's statement that are told late, and
-- what a reconciliation finds later.

-- Where the day itself was closed by then, the day of the closing on which it stands; null means its own.
alter table bank_transaction add column booked_on date;
create index bank_transaction_booked on bank_transaction (booked_on) where booked_on is not null;
alter table reconciliation_finding add column booked_on date;
create index reconciliation_finding_booked on reconciliation_finding (booked_on) where booked_on is not null;

-- Today where that day is closed. It holds the closings still until the transaction ends, as a signature waits for it.
create function booked_after_closing(p_day date) returns date
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_today date := (clock_timestamp() at time zone 'Asia/Ho_Chi_Minh')::date;
begin
  if p_day >= v_today then
    return null;
  end if;
  perform pg_advisory_xact_lock_shared(hashtext('day_close'));
  return case when exists (select from day_close where day = p_day and status = 3) then v_today end;
end $$;

create function book_line() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  new.booked_on := booked_after_closing((new.at at time zone 'Asia/Ho_Chi_Minh')::date);
  return new;
end $$;
create trigger booked before insert on bank_transaction for each row when (is_before_today(new.at)) execute function book_line();

create function book_finding() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  select booked_after_closing(r.day) into new.booked_on from reconciliation r where r.reconciliation_id = new.reconciliation_id;
  return new;
end $$;
create trigger booked before insert on reconciliation_finding for each row execute function book_finding();

-- 10 a closing that waits for its signatures: whoever may sign is told.
alter table alarm_rule drop constraint alarm_rule_kind_check, add constraint alarm_rule_kind_check check (kind between 1 and 10);
alter table alarm_rule disable trigger audited;
insert into alarm_rule (kind, most_minutes) values (10, 30);
alter table alarm_rule enable trigger audited;

-- What was paid on a day, and which results were confirmed on it.
create index reward_paid_at on reward (finished_at) where status = 3;
create index draw_result_confirmed_at on draw_result (confirmed_at) where confirmed_at is not null;

-- A closing as the files that people keep of it, made in the moment of the second signature. A day that is closed anew has further ones.
create table day_close_file (
  event_id bigint not null references day_close_event,
  format   text not null check (format in ('pdf', 'xlsx')),
  bytes    bytea not null,
  -- SHA-256 of the bytes
  digest   text not null check (digest ~ '^[0-9a-f]{64}$'),
  primary key (event_id, format)
);
create trigger in_call before insert on day_close_file for each statement execute function written_in_call();
create trigger final before update or delete or truncate on day_close_file for each statement execute function audit_is_final();
-- The same digests, so that they stand in the audit log, whose rows are chained.
alter table day_close add column pdf_digest text, add column xlsx_digest text;

-- 9: its books were exported for the accounting program, after it was closed.
alter table day_close_event drop constraint day_close_event_kind_check, add constraint day_close_event_kind_check check (kind between 1 and 9);
