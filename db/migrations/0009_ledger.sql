-- The ledger: every đồng that moves is a transfer between two accounts. A transfer happens in one step, or is held first and then posted or
-- voided. What is written is never changed: a post or a void is a transfer of its own that names the hold it ends.

-- Kinds: 1 customer wallet, 2 reward fund, 3 agent, 4 bank clearing, 5 gateway clearing, 6 fee, 7 rounding, 8 revenue.
create table ledger_account (
  account_id bigint generated always as identity primary key,
  kind       smallint not null check (kind between 1 and 8),
  -- What it is of, in words that stay: 'wallet:84912345678', 'clearing:bank:970422'.
  code       text not null unique,
  -- Stands for the world outside, so that its balance may be below zero.
  may_owe    boolean not null default false,
  balance    bigint not null default 0,
  -- Of the balance, what is promised to transfers that are held.
  held       bigint not null default 0 check (held >= 0),
  -- How many entries there are, so that none can be missing between them.
  entries    bigint not null default 0,
  created_at timestamptz not null default now(),
  constraint ledger_account__debt_not_enough check (may_owe or balance >= held)
);
create trigger in_call before insert or update or delete on ledger_account for each statement execute function written_in_call();

-- The account of this code, opened if it is not there yet.
create function open_ledger_account(p_kind smallint, p_code text, p_may_owe boolean) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  insert into ledger_account (kind, code, may_owe)
    select p_kind, p_code, p_may_owe where not exists (select from ledger_account where code = p_code) on conflict do nothing;
  select account_id from ledger_account where code = p_code;
$$;

-- Phases: 1 at once, 2 hold, 3 post of a hold, 4 void of a hold.
create table ledger_transfer (
  transfer_id  bigint generated always as identity primary key,
  -- The key of the intent: the same one never moves anything twice.
  ref          text not null unique check (length(ref) between 1 and 100),
  phase        smallint not null check (phase between 1 and 4),
  -- What for: 1 top-up, 2 withdrawal, 3 increase by staff, 4 decrease by staff, 5 order, 6 refund, 7 reward, 8 fee, 9 cashback, 10 movement of
  -- funds, 11 line of a bank statement, 99 anything else. A post or void is for what its hold was for.
  kind         smallint not null check (kind between 1 and 11 or kind = 99),
  from_account bigint not null references ledger_account,
  to_account   bigint not null references ledger_account,
  amount       bigint not null check (amount > 0),
  -- The hold that a post or void ends. A post may move less than was held; the rest is free again.
  hold_id      bigint references ledger_transfer,
  reason       text not null,
  at           timestamptz not null default clock_timestamp(),
  check (from_account <> to_account),
  check ((hold_id is null) = (phase in (1, 2)))
);
create unique index ledger_transfer_hold_id on ledger_transfer (hold_id) where hold_id is not null;
create trigger in_call before insert on ledger_transfer for each statement execute function written_in_call();
create trigger final before update or delete or truncate on ledger_transfer for each statement execute function audit_is_final();

-- What a transfer did to each account that it touched: the posted balance and the held amount before and after.
create table ledger_entry (
  transfer_id    bigint not null references ledger_transfer,
  account_id     bigint not null references ledger_account,
  -- Counts the entries of its account, without gaps.
  seq            bigint not null,
  amount         bigint not null,
  held           bigint not null,
  balance_before bigint not null,
  balance_after  bigint not null,
  held_before    bigint not null,
  held_after     bigint not null,
  -- When its transfer was made. Later entries of an account are never earlier, because its row is locked before the clock is read.
  at             timestamptz not null,
  primary key (transfer_id, account_id),
  unique (account_id, seq),
  check (balance_before + amount = balance_after and held_before + held = held_after and held_after >= 0)
);
-- An account's history, newest first, between two moments.
create index ledger_entry_at on ledger_entry (account_id, at, seq);
create trigger in_call before insert on ledger_entry for each statement execute function written_in_call();
create trigger final before update or delete or truncate on ledger_entry for each statement execute function audit_is_final();

-- The one way to move money. Takes transfers [{ref, phase, kind, from, to, amount, hold_ref, reason}] in their order and answers each with a result:
-- done; repeated (the same intent was done before); conflict (the ref was used for something else); debt_not_enough; hold_not_found;
-- hold_ended (posted or voided before); amount_wrong (a post of more than was held).
-- A refused transfer leaves no trace, the others of the batch are done. Accounts are locked in the order of their ids, so batches never wait in a
-- circle; what a batch does is worked out on them first and then written as a set.
create function post_transfers(p_transfers jsonb, out n integer, out result text, out transfer_id bigint) returns setof record
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v record;
  -- The accounts of the batch, each by its place in the order of their ids.
  v_ids bigint[];
  v_balance bigint[];
  v_held bigint[];
  v_seq bigint[];
  v_may_owe boolean[];
  -- What is known under each ref that the batch speaks of, by the ref's place: what was there before, then what the batch itself does.
  v_refs text[];
  v_known ledger_transfer[];
  v_ended boolean[];
  v_before ledger_transfer;
  v_hold ledger_transfer;
  v_new ledger_transfer;
  v_transfers ledger_transfer[] := '{}';
  v_entries ledger_entry[] := '{}';
  v_moved bigint;
  v_freed bigint;
  v_at timestamptz;
  f integer;
  t integer;
begin
  -- A post or void names its accounts by its hold.
  select array_agg(account_id order by account_id), array_agg(balance order by account_id), array_agg(held order by account_id),
      array_agg(entries order by account_id), array_agg(may_owe order by account_id)
    into v_ids, v_balance, v_held, v_seq, v_may_owe
    from (
      select a.* from ledger_account a
      where a.account_id in (
        select unnest(array[x."from", x."to"]) from jsonb_to_recordset(p_transfers) x ("from" bigint, "to" bigint)
        union select unnest(array[h.from_account, h.to_account])
          from jsonb_to_recordset(p_transfers) x (hold_ref text) join ledger_transfer h on h.ref = x.hold_ref)
      order by a.account_id for update) locked;
  v_at := clock_timestamp();
  select array_agg(r.ref order by r.ref), array_agg(k order by r.ref),
      array_agg(exists (select from ledger_transfer e where e.hold_id = k.transfer_id) order by r.ref)
    into v_refs, v_known, v_ended
    from (
      select x.ref from jsonb_to_recordset(p_transfers) x (ref text)
      union select x.hold_ref from jsonb_to_recordset(p_transfers) x (hold_ref text) where x.hold_ref is not null) r
    left join lateral (select * from ledger_transfer where ref = r.ref limit 1) k on true;
  for v in
    select x.n, x.ref, x.phase, x.kind, x."from", x."to", x.amount, x.reason, own.place as at_ref, hold.place as at_hold
      from rows from (jsonb_to_recordset(p_transfers) as
        (ref text, phase smallint, kind smallint, "from" bigint, "to" bigint, amount bigint, hold_ref text, reason text))
        with ordinality x (ref, phase, kind, "from", "to", amount, hold_ref, reason, n)
      join unnest(v_refs) with ordinality own (ref, place) on own.ref = x.ref
      left join unnest(v_refs) with ordinality hold (ref, place) on hold.ref = x.hold_ref and x.phase in (3, 4)
      order by x.n
  loop
    n := v.n;
    transfer_id := null;
    v_hold := null;
    v_new := row(null, v.ref, v.phase, v.kind, v."from", v."to", v.amount, null, coalesce(v.reason, ''), v_at);
    if v.phase in (3, 4) then
      v_hold := v_known[v.at_hold];
      if v_hold.phase is distinct from 2 then
        result := 'hold_not_found';
        return next;
        continue;
      end if;
      v_new.kind := v_hold.kind;
      v_new.from_account := v_hold.from_account;
      v_new.to_account := v_hold.to_account;
      v_new.amount := case when v.phase = 3 then coalesce(v.amount, v_hold.amount) else v_hold.amount end;
      v_new.hold_id := v_hold.transfer_id;
    end if;
    v_before := v_known[v.at_ref];
    if v_before.transfer_id is not null then
      transfer_id := v_before.transfer_id;
      result := case when (v_before.phase, v_before.kind, v_before.from_account, v_before.to_account, v_before.amount, v_before.hold_id)
        is not distinct from (v_new.phase, v_new.kind, v_new.from_account, v_new.to_account, v_new.amount, v_new.hold_id) then 'repeated' else 'conflict' end;
      return next;
      continue;
    end if;
    f := array_position(v_ids, v_new.from_account);
    t := array_position(v_ids, v_new.to_account);
    if f is null or t is null or f = t or v_new.amount is null or v_new.amount <= 0 then
      -- A hold that came while this waited for its accounts: asked again, it sees it from the beginning.
      raise exception 'transfer % is none', v.ref
        using errcode = case when v_hold.transfer_id is null or f = t or v_new.amount <= 0 then 'invalid_parameter_value' else 'serialization_failure' end;
    end if;
    result := case
      when v_ended[v.at_hold] then 'hold_ended'
      when v_new.amount > v_hold.amount then 'amount_wrong'
      when v.phase in (1, 2) and not v_may_owe[f] and v_balance[f] - v_held[f] < v_new.amount then 'debt_not_enough'
      else 'done' end;
    if result <> 'done' then
      return next;
      continue;
    end if;
    transfer_id := nextval('ledger_transfer_transfer_id_seq');
    v_new.transfer_id := transfer_id;
    v_transfers := v_transfers || v_new;
    v_known[v.at_ref] := v_new;
    if v_hold.transfer_id is not null then
      v_ended[v.at_hold] := true;
    end if;
    v_moved := case when v.phase in (1, 3) then v_new.amount else 0 end;
    v_freed := case v.phase when 1 then 0 when 2 then v_new.amount else -v_hold.amount end;
    v_seq[f] := v_seq[f] + 1;
    v_entries := v_entries || row(transfer_id, v_new.from_account, v_seq[f], -v_moved, v_freed, v_balance[f], v_balance[f] - v_moved, v_held[f],
      v_held[f] + v_freed, v_at)::ledger_entry;
    v_balance[f] := v_balance[f] - v_moved;
    v_held[f] := v_held[f] + v_freed;
    if v_moved > 0 then
      v_seq[t] := v_seq[t] + 1;
      v_entries := v_entries || row(transfer_id, v_new.to_account, v_seq[t], v_moved, 0, v_balance[t], v_balance[t] + v_moved, v_held[t], v_held[t],
        v_at)::ledger_entry;
      v_balance[t] := v_balance[t] + v_moved;
    end if;
    return next;
  end loop;
  insert into ledger_transfer overriding system value select * from unnest(v_transfers) on conflict do nothing;
  get diagnostics f = row_count;
  if f <> cardinality(v_transfers) then
    -- Somebody used one of these refs between other accounts at the same moment: asked again, this batch sees it.
    raise exception 'a ref was used meanwhile' using errcode = 'serialization_failure';
  end if;
  insert into ledger_entry select * from unnest(v_entries);
  update ledger_account a set balance = x.balance, held = x.held, entries = x.seq
    from unnest(v_ids, v_balance, v_held, v_seq) x (account_id, balance, held, seq)
    where a.account_id = x.account_id and a.entries <> x.seq;
end $$;

-- The program acts as a role of its own (src/server/database/app-role.ts): it reads and writes rows, as the later tables allow it too, but the
-- ledger only through its functions, and the past of the log not at all. Whoever owns the tables still migrates and maintains them.
grant usage on schema public, upload to ve_so_app;
grant select, insert, update, delete on all tables in schema public, upload to ve_so_app;
grant usage on all sequences in schema public, upload to ve_so_app;
alter default privileges grant usage on schemas to ve_so_app;
alter default privileges grant select, insert, update, delete on tables to ve_so_app;
alter default privileges grant usage on sequences to ve_so_app;
-- In a database that is older than this file the queue of jobs is there already.
do $$ begin
  if to_regnamespace('pgboss') is not null then
    grant usage on schema pgboss to ve_so_app;
    grant select, insert, update, delete on all tables in schema pgboss to ve_so_app;
    grant usage on all sequences in schema pgboss to ve_so_app;
  end if;
end $$;
revoke insert, update, delete on ledger_account, ledger_transfer, ledger_entry from ve_so_app;
revoke update, delete on audit_log, audit_change from ve_so_app;
-- What the program does with its owner's rights, and nobody else may ask for.
alter function make_ticket_partitions(date, date) security definer set search_path = public, pg_temp;
revoke execute on function post_transfers(jsonb), open_ledger_account(smallint, text, boolean), make_ticket_partitions(date, date) from public;
grant execute on function post_transfers(jsonb), open_ledger_account(smallint, text, boolean), make_ticket_partitions(date, date) to ve_so_app;
