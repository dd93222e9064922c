-- What a person asks to have erased: one asks for it in their name, another one confirms, and what the law asks for is kept.
-- Status: 1 waits for a second person, 3 done, 7 rejected.
create table erasure_request (
  erasure_id      integer generated always as identity primary key,
  -- Whose data, until it is decided; then only what of the number stays readable.
  msisdn          text check (msisdn ~ '^84\d{9}$'),
  number_mask     text not null,
  reason          text not null,
  status          smallint not null default 1 check (status in (1, 3, 7)),
  created_by      integer not null references app_user,
  created_at      timestamptz not null default now(),
  decided_by      integer references app_user,
  decided_at      timestamptz,
  decision_reason text,
  -- What became of each kind of rows: [{ title, erased, kept }].
  outcome         jsonb,
  version         integer not null default 1,
  search          text not null generated always as (vn_fold(number_mask || ' ' || reason)) stored,
  check ((status = 1) = (msisdn is not null)),
  check ((status = 3) = (outcome is not null)),
  check (status = 1 or decided_by is not null),
  constraint erasure_request__no_right check (status <> 3 or decided_by is distinct from created_by)
);
create unique index erasure_request__request_pending on erasure_request (msisdn);
create index erasure_request_created on erasure_request (created_at, erasure_id);
create trigger audited after insert or update or delete on erasure_request for each row execute function audit_row('erasure_id', 'msisdn');
create trigger notifies after update of status on erasure_request for each row when (old.status <> new.status)
  execute function notify_people('erasure_id', '{3,7}', '{}', 'decision_reason', 'created_by');

-- Whether this very transaction has confirmed the erasure that it says it carries out.
create function is_erasing() returns boolean
  language plpgsql stable as $$
declare
  v_erasure_id integer := nullif(current_setting('app.erasure_id', true), '')::integer;
begin
  return v_erasure_id is not null and exists (
    select from erasure_request where erasure_id = v_erasure_id and status = 3 and xmin = pg_current_xact_id()::xid);
end $$;

-- As before, but what an erasure takes away is not written into the log once more: like a secret it is recorded only as changed.
create or replace function audit_row() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_audit_id bigint := nullif(current_setting('app.audit_id', true), '')::bigint;
  v_n integer;
  v_old jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_new jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_secrets text[];
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
  select coalesce(array_agg(tg_argv[i]), '{}') into v_secrets from generate_series(1, tg_nargs - 1) i;
  if is_erasing() then
    v_secrets := v_secrets || '{msisdn,full_name,cust_name,account_number,account_name,id_number,transfer_ref,note,status_reason}'::text[];
  end if;
  foreach v_column in array v_secrets loop
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
