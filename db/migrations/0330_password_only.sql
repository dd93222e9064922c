-- Who knows only the password keeps nobody out: neither from the sessions that are proved nor from the second factor.

-- Whether a second factor was proved from this browser: its wrong codes are counted apart from those of strangers.
alter table known_device add column factor_proved boolean not null default false;

-- Sessions beyond the limit end, those first whose factor was never proved.
create or replace function open_session(p_user_id integer, p_key bytea, p_token_hash bytea, p_partner_hash bytea, p_source text, p_user_agent text,
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
      order by factor_pending, last_seen_at desc, session_id desc offset p_most - 1);
  insert into session (user_id, token_hash, partner_hash, source, user_agent, expires_at, factor_pending)
    values (p_user_id, p_token_hash, p_partner_hash, p_source, p_user_agent, now() + make_interval(hours => p_hours), has_factor(p_user_id))
    returning session_id into v_session_id;
  update app_user set last_sign_in_at = now() where user_id = p_user_id;
  return v_session_id;
end $$;
