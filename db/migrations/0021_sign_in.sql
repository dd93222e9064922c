-- Sessions begin only where a password is proved, and the log is written only by its functions: what the application's role can do by itself
-- is no longer enough to be somebody else.

-- What a password must give: SHA-256 of its argon2id key. The role writes passwords but never reads this; app_user keeps the salt and the cost.
create table password_proof (
  user_id integer primary key,
  proof   bytea not null
);
revoke all on password_proof from ve_so_app;

-- '$argon2id$v=19$m=…$salt$key' → the key, and the text without it.
create function password_key(phc text) returns bytea
  language sql immutable parallel safe
  return case when phc ~ '^\$argon2id\$[^$]+\$[^$]+\$[^$]+\$[^$]+$'
    then decode(rpad(split_part(phc, '$', 6), (length(split_part(phc, '$', 6)) + 3) / 4 * 4, '='), 'base64') end;

create function keep_password_proof() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_key bytea := password_key(new.password_hash);
begin
  if v_key is null then
    return new;
  end if;
  insert into password_proof values (new.user_id, sha256(v_key)) on conflict (user_id) do update set proof = excluded.proof;
  new.password_hash := regexp_replace(new.password_hash, '\$[^$]+$', '');
  return new;
end $$;
insert into password_proof select user_id, sha256(password_key(password_hash)) from app_user where password_key(password_hash) is not null;
alter table app_user disable trigger audited;
update app_user set password_hash = regexp_replace(password_hash, '\$[^$]+$', '') where password_key(password_hash) is not null;
alter table app_user enable trigger audited;
create trigger proof before insert or update of password_hash on app_user for each row execute function keep_password_proof();

-- A password that was given by somebody else counts for a day only.
alter table app_user add column password_until timestamptz;

create function prove_password(p_user_id integer, p_key bytea) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  return exists (select from password_proof where user_id = p_user_id and proof = sha256(p_key));

-- The only way to a session. The account is locked and its password proved once more: one that was changed meanwhile lets nobody in, and whoever
-- changes it afterwards finds this session and ends it. Beyond p_most the ones that were used longest ago end. Null where it is refused.
create function open_session(p_user_id integer, p_key bytea, p_token_hash bytea, p_partner_hash bytea, p_source text, p_user_agent text,
                             p_hours integer, p_most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_session_id integer;
begin
  perform from app_user where user_id = p_user_id and status = 1 and deleted_at is null for no key update;
  if not found or not exists (select from password_proof where user_id = p_user_id and proof = sha256(p_key)) then
    return null;
  end if;
  update session set ended_at = now() where session_id in (
    select session_id from session where user_id = p_user_id and ended_at is null and expires_at > now()
      order by last_seen_at desc, session_id desc offset p_most - 1);
  insert into session (user_id, token_hash, partner_hash, source, user_agent, expires_at)
    values (p_user_id, p_token_hash, p_partner_hash, p_source, p_user_agent, now() + make_interval(hours => p_hours))
    returning session_id into v_session_id;
  update app_user set last_sign_in_at = now() where user_id = p_user_id;
  return v_session_id;
end $$;
revoke insert, update on session from ve_so_app;
grant update (last_seen_at, ended_at) on session to ve_so_app;
revoke execute on function prove_password(integer, bytea),
  open_session(integer, bytea, bytea, bytea, text, text, integer, integer) from public;
grant execute on function prove_password(integer, bytea),
  open_session(integer, bytea, bytea, bytea, text, text, integer, integer) to ve_so_app;

-- The log: the role appends only through the function, and a call in somebody's name only with the token of one of their sessions.
revoke insert on audit_log, audit_change from ve_so_app;
revoke insert, update, delete on audit_head from ve_so_app;
alter function audit_row() security definer set search_path = public, pg_temp;
alter function append_audit(bigint, integer, text, text, integer, text, text, text, jsonb) rename to append_audit_row;
create function append_audit(p_audit_id bigint, p_user_id integer, p_user_name text, p_call text, p_code integer, p_source text, p_user_agent text,
                             p_transid text, p_input jsonb, p_token text default null) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- What the program does by itself bears no method; whoever is not the role owns the log anyway.
  if p_user_id is not null and current_setting('role') <> 'none' and p_call ~ '^(GET|POST|PUT|DELETE) ' and not exists (
    select from session where token_hash = sha256(convert_to(p_token, 'UTF8')) and user_id = p_user_id) then
    raise exception 'a log entry in the name of somebody who is not signed in' using errcode = 'insufficient_privilege';
  end if;
  perform append_audit_row(p_audit_id, p_user_id, p_user_name, p_call, p_code, p_source, p_user_agent, p_transid, p_input);
end $$;
revoke execute on function append_audit_row(bigint, integer, text, text, integer, text, text, text, jsonb),
  append_audit(bigint, integer, text, text, integer, text, text, text, jsonb, text) from public;
grant execute on function append_audit(bigint, integer, text, text, integer, text, text, text, jsonb, text) to ve_so_app;
