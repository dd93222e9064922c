-- Who had their hands on whose account, and when last: for some days such an account does not decide on what that person made. Written by triggers,
-- whatever page or call the change comes from.
create table account_handling (
  user_id    integer not null references app_user,
  handled_by integer not null references app_user,
  at         timestamptz not null default now(),
  primary key (user_id, handled_by)
);
revoke insert, update, delete on account_handling from ve_so_app;

create function note_handling(p_users integer[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_by integer := nullif(current_setting('app.user_id', true), '')::integer;
begin
  if v_by > 0 then
    insert into account_handling (user_id, handled_by)
      select distinct user_id, v_by from unnest(p_users) user_id where user_id <> v_by order by user_id
      on conflict (user_id, handled_by) do update set at = now();
  end if;
end $$;
create function note_account() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' or new.password_hash is distinct from old.password_hash then
    perform note_handling(array[new.user_id]);
  end if;
  return null;
end $$;
create function note_members() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_handling(array(select user_id from changed));
  return null;
end $$;
create function note_rights() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_handling(array(select user_id from group_member where group_id in (select group_id from changed)));
  return null;
end $$;
revoke execute on function note_handling(integer[]) from public;
create trigger handled after insert or update of password_hash on app_user for each row execute function note_account();
create trigger handled_in after insert on group_member referencing new table as changed for each statement execute function note_members();
create trigger handled_out after delete on group_member referencing old table as changed for each statement execute function note_members();
create trigger handled_in after insert on group_page referencing new table as changed for each statement execute function note_rights();
create trigger handled_out after delete on group_page referencing old table as changed for each statement execute function note_rights();
create trigger handled_in after insert on user_page referencing new table as changed for each statement execute function note_members();
create trigger handled_out after delete on user_page referencing old table as changed for each statement execute function note_members();

-- An answer is kept as it was sent, so that it is the same, byte for byte, when it is asked for again.
drop function begin_command(integer, text, text, bytea);
alter table command alter column answer type json using answer::json;
create function begin_command(p_user_id integer, p_transid text, p_call text, p_digest bytea,
                              out audit_id bigint, out repeated boolean, out same boolean, out answer json)
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
