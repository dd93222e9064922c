-- What a row of an order, a movement or a transfer costs, with the same answers.

-- A closed day is found by the row's own columns, not by the whole row as JSON. Of an order's moments only those count that it did not have before.
create or replace function refuse_closed_day() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_at timestamptz[];
  v_day date;
begin
  perform pg_advisory_xact_lock_shared(hashtext('day_close'));
  if tg_table_name not like 'sale\_order%' then
    v_at := array[new.at];
  elsif tg_op = 'INSERT' then
    v_at := array[new.ordered_at, new.paid_at, new.refunded_at];
  else
    v_at := array(select m.at from unnest(array[new.ordered_at, new.paid_at, new.refunded_at]) m (at)
      where m.at is distinct from old.ordered_at and m.at is distinct from old.paid_at and m.at is distinct from old.refunded_at);
  end if;
  select day into v_day from day_close
    where status = 3 and day in (select (m.at at time zone 'Asia/Ho_Chi_Minh')::date from unnest(v_at) m (at)) limit 1;
  if v_day is not null then
    raise exception 'the day % is closed', v_day using errcode = 'check_violation', constraint = tg_table_name || '__day_closed', table = tg_table_name;
  end if;
  return new;
end $$;

-- A stock is there before nearly each of its movements: the row is made only where the update finds none.
create or replace function move_stock(p_open_date date, p_area_id integer, p_base_id integer, p_kind smallint, p_quantity bigint, p_ticket_count integer,
                                      p_ticket_import_id integer, p_ticket_group_id integer, p_note text, p_created_by integer,
                                      p_at timestamptz default clock_timestamp()) returns bigint
  language plpgsql as $$
declare
  v_change bigint := case when p_kind in (1, 5, 6, 8) then p_quantity when p_kind = 9 then 0 else -p_quantity end;
  v_after bigint;
begin
  loop
    update stock s set
        ticket_count = s.ticket_count + p_ticket_count,
        imported = s.imported + case when p_kind in (1, 5) then p_quantity else 0 end,
        sold = s.sold + case p_kind when 2 then p_quantity when 6 then -p_quantity else 0 end,
        returned = s.returned + case when p_kind in (3, 9) then p_quantity else 0 end,
        transferred = s.transferred + case when p_kind = 4 then p_quantity else 0 end,
        return_pending = s.return_pending + case p_kind when 7 then p_quantity when 8 then -p_quantity when 9 then -p_quantity else 0 end,
        in_stock = s.in_stock + v_change
      where s.open_date = p_open_date and s.area_id = p_area_id and s.base_id = p_base_id
      returning s.in_stock into v_after;
    exit when found;
    insert into stock (open_date, area_id, base_id) values (p_open_date, p_area_id, p_base_id) on conflict do nothing;
  end loop;
  insert into stock_movement (at, open_date, area_id, base_id, kind, quantity, before, after, ticket_import_id, ticket_group_id, note, created_by)
    values (p_at, p_open_date, p_area_id, p_base_id, p_kind, p_quantity, v_after - v_change, v_after, p_ticket_import_id, p_ticket_group_id, p_note, p_created_by);
  return v_after;
end $$;

-- As before. Most keys are one column and most tables have no secrets: neither needs a query for each row then.
create or replace function audit_row() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_audit_id bigint := nullif(current_setting('app.audit_id', true), '')::bigint;
  v_n integer;
  v_old jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_new jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_secrets text[] := '{}';
  v_before jsonb;
  v_after jsonb;
  v_key text;
  v_column text;
begin
  if v_audit_id is null then
    raise exception 'a change of % outside a call', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  foreach v_column in array string_to_array(tg_argv[0], ',') loop
    v_key := concat_ws(',', v_key, coalesce(v_new, v_old) ->> v_column);
  end loop;
  for i in 1 .. tg_nargs - 1 loop
    v_secrets := v_secrets || tg_argv[i];
  end loop;
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
