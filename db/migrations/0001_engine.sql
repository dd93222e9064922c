-- The engine under every call: folded search, the idempotency key, and the audit log with its hash chains.

create extension if not exists unaccent with schema public;
create extension if not exists pg_trgm with schema public;

-- Text as people search for it: NFC, without accents, in lower case ('Đặng' → 'dang').
-- Immutable because the dictionary is named; generated columns and indexes may use it.
create function vn_fold(value text) returns text
  language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, normalize(value, NFC)));

-- Every write that was acknowledged, by who asked and under which transid. The same transid with the same input gets the stored answer.
create table command (
  user_id  integer not null,
  transid  text not null,
  call     text not null,
  digest   bytea not null,
  audit_id bigint not null,
  answer   jsonb,
  at       timestamptz not null default now(),
  primary key (user_id, transid)
);
create index command_at on command (at);

-- What was done or refused: who, when, from where, with what. Rows are chained by hash (16 chains, so that writers do not queue behind one).
create table audit_log (
  audit_id   bigint generated always as identity primary key,
  chain      smallint not null check (chain between 0 and 15),
  seq        bigint not null,
  at         timestamptz not null,
  user_id    integer,
  user_name  text,
  call       text not null,
  code       integer not null,
  source     text not null,
  user_agent text not null,
  transid    text not null,
  input      jsonb,
  changes    integer not null,
  prev_hash  bytea not null,
  hash       bytea not null,
  search     text not null generated always as (vn_fold(coalesce(user_name, '') || ' ' || call || ' ' || transid || ' ' || source)) stored,
  unique (chain, seq)
);
create index audit_log_at on audit_log (at desc, audit_id desc);
create index audit_log_user on audit_log (user_name, at desc);
create index audit_log_user_id on audit_log (user_id, at desc);
create index audit_log_call on audit_log (call, at desc);
create index audit_log_refused on audit_log (at desc) where code <> 0;
create index audit_log_search on audit_log using gin (search gin_trgm_ops);

-- The rows that a write changed: only the fields that differ.
create table audit_change (
  audit_id   bigint not null,
  n          integer not null,
  table_name text not null,
  row_id     text not null,
  before     jsonb,
  after      jsonb,
  primary key (audit_id, n)
);
create index audit_change_row on audit_change (table_name, row_id, audit_id desc);
-- Rows that belong to others carry their keys: 'group_id,user_id'. A record's history finds them by either part.
create index audit_change_first on audit_change (table_name, split_part(row_id, ',', 1));
create index audit_change_second on audit_change (table_name, split_part(row_id, ',', 2));

create table audit_head (
  chain smallint primary key,
  seq   bigint not null,
  hash  bytea not null
);
insert into audit_head select chain, 0, sha256(convert_to('audit chain ' || chain, 'UTF8')) from generate_series(0, 15) chain;

-- Length-prefixed, so that no two different rows have the same text.
create function audit_part(value text) returns text
  language sql immutable parallel safe
  return coalesce(octet_length(value) || ':' || value, '-');

-- Opens a write: takes the transid, or gives back what it already did.
-- `repeated` with the same digest: answer again. `repeated` with another: refuse.
create function begin_command(p_user_id integer, p_transid text, p_call text, p_digest bytea,
                              out audit_id bigint, out repeated boolean, out same boolean, out answer jsonb)
  language plpgsql as $$
begin
  audit_id := nextval(pg_get_serial_sequence('audit_log', 'audit_id'));
  repeated := false;
  if p_user_id is not null then
    insert into command (user_id, transid, call, digest, audit_id)
      values (p_user_id, p_transid, p_call, p_digest, begin_command.audit_id)
      on conflict do nothing;
    if not found then
      repeated := true;
      select c.call = p_call and c.digest = p_digest, c.answer into same, answer
        from command c where c.user_id = p_user_id and c.transid = p_transid;
      return;
    end if;
  end if;
  perform set_config('app.audit_id', audit_id::text, true), set_config('app.audit_n', '0', true);
end $$;

-- Closes a write: links its log row into a chain, as the last statement of the transaction, so that the chain's head is locked shortly.
create function append_audit(p_audit_id bigint, p_user_id integer, p_user_name text, p_call text, p_code integer,
                             p_source text, p_user_agent text, p_transid text, p_input jsonb) returns void
  language plpgsql as $$
declare
  v_chain smallint := p_audit_id % 16;
  v_at timestamptz;
  v_seq bigint;
  v_prev bytea;
  v_count integer;
  v_body text;
begin
  select count(*), coalesce(string_agg(audit_part(table_name) || audit_part(row_id) || audit_part(before::text) || audit_part(after::text), '' order by n), '')
    into v_count, v_body from audit_change where audit_id = p_audit_id;
  select seq + 1, hash into v_seq, v_prev from audit_head where chain = v_chain for update;
  v_at := clock_timestamp();
  insert into audit_log (audit_id, chain, seq, at, user_id, user_name, call, code, source, user_agent, transid, input, changes, prev_hash, hash)
    overriding system value
    values (p_audit_id, v_chain, v_seq, v_at, p_user_id, p_user_name, p_call, p_code, p_source, p_user_agent, p_transid, p_input, v_count, v_prev,
      sha256(v_prev || convert_to(
        audit_part(p_audit_id::text) || audit_part(v_chain::text) || audit_part(v_seq::text)
        || audit_part(to_char(v_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
        || audit_part(p_user_id::text) || audit_part(p_user_name) || audit_part(p_call) || audit_part(p_code::text)
        || audit_part(p_source) || audit_part(p_user_agent) || audit_part(p_transid) || audit_part(p_input::text)
        || audit_part(v_count::text) || v_body, 'UTF8')));
  update audit_head set seq = v_seq, hash = (select hash from audit_log where audit_id = p_audit_id) where chain = v_chain;
end $$;

-- Records what a write does to a row. A table is audited by:
--   create trigger audited after insert or update or delete on t for each row execute function audit_row('t_id', 'secret_column', …)
-- The first argument is the key (several columns: 'a,b'); the others are secrets, recorded only as changed.
-- A write outside a call, a job or a migration is refused: nothing changes unseen.
create function audit_row() returns trigger
  language plpgsql as $$
declare
  v_audit_id bigint := nullif(current_setting('app.audit_id', true), '')::bigint;
  v_n integer;
  v_old jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_new jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_before jsonb;
  v_after jsonb;
  v_key text;
  v_column text;
begin
  if v_audit_id is null then
    raise exception 'a change of % outside a call', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  select string_agg(coalesce(v_new, v_old) ->> part, ',' order by position) into v_key
    from unnest(string_to_array(tg_argv[0], ',')) with ordinality as keys (part, position);
  for i in 1 .. tg_nargs - 1 loop
    v_column := tg_argv[i];
    if v_old -> v_column is distinct from v_new -> v_column then
      v_old := v_old || jsonb_build_object(v_column, '***');
      v_new := v_new || jsonb_build_object(v_column, '*** (mới)');
    else
      v_old := v_old - v_column;
      v_new := v_new - v_column;
    end if;
  end loop;
  -- The folded search text is derived; the version and the stamps say nothing that the log row does not say.
  v_old := v_old - '{search,version,updated_at,updated_by,last_sign_in_at}'::text[];
  v_new := v_new - '{search,version,updated_at,updated_by,last_sign_in_at}'::text[];
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, value) into v_before from jsonb_each(v_old) where value is distinct from v_new -> key;
    select jsonb_object_agg(key, value) into v_after from jsonb_each(v_new) where value is distinct from v_old -> key;
    if v_before is null and v_after is null then
      return null;
    end if;
  else
    v_before := v_old;
    v_after := v_new;
  end if;
  v_n := current_setting('app.audit_n', true)::integer + 1;
  perform set_config('app.audit_n', v_n::text, true);
  insert into audit_change (audit_id, n, table_name, row_id, before, after) values (v_audit_id, v_n, tg_table_name, v_key, v_before, v_after);
  return null;
end $$;

-- Nobody edits the past, the program included; whoever owns the database can, and verify-audit then shows it.
create function audit_is_final() returns trigger
  language plpgsql as $$
begin
  raise exception 'the audit log is final' using errcode = 'insufficient_privilege';
end $$;
create trigger final before update or delete or truncate on audit_log for each statement execute function audit_is_final();
create trigger final before update or delete or truncate on audit_change for each statement execute function audit_is_final();
