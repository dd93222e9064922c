-- What concerns one person: that somebody else decided what they had made, that it failed, that its hour is near.

-- Kinds: 1 has come to a result, 2 went wrong, 3 is due soon. The row is named as the audit log names it.
create table notification (
  notification_id integer generated always as identity primary key,
  user_id    integer not null references app_user,
  kind       smallint not null check (kind between 1 and 3),
  table_name text not null,
  row_id     text not null,
  -- The state that the row had come to; null of what is due.
  status     smallint,
  -- What was said about it: why it was rejected, why it failed.
  reason     text,
  -- Null where the program did it.
  by_user_id integer references app_user,
  due_at     timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  read_at    timestamptz,
  version    integer not null default 1,
  check ((kind = 3) = (due_at is not null))
);
create index notification_of_person on notification (user_id, notification_id);
create index notification_unread on notification (user_id) where read_at is null;
create index notification_created on notification (created_at);
-- The clock tells of each thing that is due once.
create unique index notification_due on notification (user_id, table_name, row_id) where kind = 3;

-- What a person does not want to be told.
create table notification_mute (
  user_id integer not null references app_user,
  kind    smallint not null check (kind between 1 and 3),
  primary key (user_id, kind)
);

-- Tells the people of a row, named by its columns, that its status has come to one of these; never whoever moved it there.
-- Arguments: the row's key, the states of kind 1, those of kind 2, the column that says why ('' for none), the columns of people.
create function notify_people() returns trigger
  language plpgsql as $$
declare
  v_by integer := nullif(nullif(current_setting('app.user_id', true), ''), '0')::integer;
  v_old jsonb := to_jsonb(old);
  v_new jsonb := to_jsonb(new);
  -- A partition's row is a row of the table that it is a part of.
  v_table text := coalesce((select inhparent::regclass::text from pg_inherits where inhrelid = tg_relid), tg_table_name);
  v_kind smallint := case when new.status = any (tg_argv[1]::smallint[]) then 1 when new.status = any (tg_argv[2]::smallint[]) then 2 end;
begin
  if v_kind is null then
    return null;
  end if;
  insert into notification (user_id, kind, table_name, row_id, status, reason, by_user_id)
    select people.user_id, v_kind, v_table, v_new ->> tg_argv[0], new.status, nullif(v_new ->> tg_argv[3], ''), v_by
    from (
      -- Whoever the move has taken out of the row is concerned too.
      select (v_old ->> tg_argv[n])::integer as user_id from generate_series(4, tg_nargs - 1) n
      union select (v_new ->> tg_argv[n])::integer from generate_series(4, tg_nargs - 1) n
    ) people
    where people.user_id is distinct from v_by and people.user_id is not null
      and not exists (select from notification_mute m where m.user_id = people.user_id and m.kind = v_kind)
    order by people.user_id;
  return null;
end $$;

create trigger notifies after update of status on ticket_import for each row when (old.status <> new.status)
  execute function notify_people('ticket_import_id', '{3,7}', '{4}', 'reason', 'created_by');
create trigger notifies after update of status on ticket_group_import for each row when (old.status <> new.status)
  execute function notify_people('ticket_group_import_id', '{3,7}', '{}', 'reason', 'created_by');
create trigger notifies after update of status on ticket_return for each row when (old.status <> new.status)
  execute function notify_people('ticket_return_id', '{2,3}', '{5}', 'decision', 'created_by');
create trigger notifies after update of status on wallet_adjustment for each row when (old.status <> new.status)
  execute function notify_people('adjustment_id', '{3,7}', '{}', 'decision_reason', 'created_by');
create trigger notifies after update of status on limit_change for each row when (old.status <> new.status)
  execute function notify_people('limit_change_id', '{3,7}', '{}', 'decision_reason', 'created_by');
create trigger notifies after update of status on revenue_limit for each row when (old.status <> new.status)
  execute function notify_people('revenue_limit_id', '{3,7}', '{}', 'decision_reason', 'created_by');
create trigger notifies after update of status on prize_table for each row when (old.status <> new.status)
  execute function notify_people('prize_table_id', '{2,3}', '{}', '', 'created_by');
create trigger notifies after update of status on draw_result for each row when (old.status <> new.status)
  execute function notify_people('result_id', '{2}', '{3}', 'reopen_reason', 'entered_by');
create trigger notifies after update of status on partner_payment for each row when (old.status <> new.status)
  execute function notify_people('payment_id', '{3,7}', '{}', 'decision_reason', 'created_by');
create trigger notifies after update of status on partner_statement for each row when (old.status <> new.status)
  execute function notify_people('statement_id', '{2,3,5,6}', '{4}', 'cancel_reason', 'created_by');
create trigger notifies after update of status on reward_claim for each row when (old.status <> new.status)
  execute function notify_people('claim_id', '{3,7}', '{}', 'decision_reason', 'created_by');
create trigger notifies after update of status on reward_batch for each row when (old.status <> new.status)
  execute function notify_people('batch_id', '{2,3,5}', '{4}', 'reason', 'created_by', 'first_by', 'approved_by');
create trigger notifies after update of status on day_close for each row when (old.status <> new.status)
  execute function notify_people('day', '{3}', '{4}', 'reopen_reason', 'first_by', 'second_by');
create trigger notifies after update of status on account_check for each row when (old.status <> new.status)
  execute function notify_people('batch_id', '{2}', '{}', '', 'created_by');
create trigger notifies after update of status on deposit for each row when (old.status <> new.status)
  execute function notify_people('deposit_id', '{2,3}', '{}', 'note', 'matched_by');
-- Of a payout only what goes wrong: whoever pays hundreds a day is not told of each that arrived.
create trigger notifies after update of status on withdrawal for each row when (old.status <> new.status)
  execute function notify_people('withdrawal_id', '{}', '{3,6}', 'note', 'processed_by', 'first_by');
-- Of an order what became of the fault that was reported.
create trigger notifies after update of status on sale_order for each row when (old.status = 10 and new.status <> 10)
  execute function notify_people('order_id', '{2,3,4,5,11,12}', '{}', '', 'reported_by');
