-- The second proof of who somebody is: codes by the clock, passkeys, and recovery codes for the day on which both are lost.

create table second_factor (
  factor_id     integer generated always as identity primary key,
  user_id       integer not null references app_user,
  kind          text not null check (kind in ('totp', 'passkey', 'recovery')),
  factor_name   text not null,
  -- Of a totp encrypted by the program, of a recovery code its keyed digest: nothing here lets anybody in.
  secret        bytea,
  -- The step of time whose code was used last: no code counts twice.
  last_step     bigint not null default 0,
  credential_id text constraint second_factor__passkey_exists unique,
  public_key    bytea,
  sign_count    bigint not null default 0,
  transports    text[] not null default '{}',
  created_at    timestamptz not null default now(),
  -- Null until a first code has shown that the application has the secret.
  confirmed_at  timestamptz,
  used_at       timestamptz,
  check (case kind when 'passkey' then credential_id is not null and public_key is not null else secret is not null end)
);
create index second_factor_user on second_factor (user_id);
create trigger audited after insert or update or delete on second_factor for each row
  execute function audit_row('factor_id', 'secret', 'credential_id', 'public_key');

-- Whoever takes away a factor of another person has had their hands on the account.
create function note_factor() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_handling(array(select distinct user_id from changed));
  return null;
end $$;
create trigger handled_out after delete on second_factor referencing old table as changed for each statement execute function note_factor();

-- A session of an account with a factor opens unfinished: it holds no right until the factor is proved.
alter table session
  add column factor_pending boolean not null default false,
  add column proved_at timestamptz not null default now(),
  add column challenge text,
  add column challenge_at timestamptz;
grant update (challenge, challenge_at) on session to ve_so_app;

create function has_factor(p_user_id integer) returns boolean
  language sql stable
  return exists (select from second_factor where user_id = p_user_id and kind <> 'recovery' and confirmed_at is not null);

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
      order by last_seen_at desc, session_id desc offset p_most - 1);
  insert into session (user_id, token_hash, partner_hash, source, user_agent, expires_at, factor_pending)
    values (p_user_id, p_token_hash, p_partner_hash, p_source, p_user_agent, now() + make_interval(hours => p_hours), has_factor(p_user_id))
    returning session_id into v_session_id;
  update app_user set last_sign_in_at = now() where user_id = p_user_id;
  return v_session_id;
end $$;

-- Says that a session was proved now. With a key by the password, which is enough only for who has no factor; without one by a factor that this very
-- transaction has marked as used, which stands in the log.
create function prove_session(p_token_hash bytea, p_key bytea) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update session s set proved_at = now(), factor_pending = false
    where s.token_hash = p_token_hash and s.ended_at is null and s.expires_at > now()
      and case when p_key is null
        then exists (select from second_factor f where f.user_id = s.user_id and f.used_at = now())
        else not has_factor(s.user_id) and exists (select from password_proof p where p.user_id = s.user_id and p.proof = sha256(p_key)) end;
  return found;
end $$;
revoke execute on function prove_session(bytea, bytea) from public;
grant execute on function prove_session(bytea, bytea) to ve_so_app;

-- Of whom a factor is asked: 0 nobody of the group, 1 everybody, 2 everybody where the group approves money.
alter table user_group add column second_factor smallint not null default 2 check (second_factor in (0, 1, 2));
-- Until when somebody of whom a factor is asked may still do without one; null where none is asked.
alter table app_user add column factor_due_at timestamptz;

-- A person who has lost their factors gets rid of them by two others.
create table factor_reset (
  reset_id        integer generated always as identity primary key,
  user_id         integer not null references app_user,
  reason          text not null,
  status          smallint not null default 1 check (status in (1, 3, 7)),
  created_by      integer not null references app_user,
  created_at      timestamptz not null default now(),
  decided_by      integer references app_user,
  decided_at      timestamptz,
  decision_reason text,
  -- When the person whose factors they were has seen it said.
  seen_at         timestamptz,
  version         integer not null default 1,
  check (status = 1 or decided_by is not null)
);
create unique index factor_reset__request_pending on factor_reset (user_id) where status = 1;
create index factor_reset_unseen on factor_reset (user_id) where status = 3 and seen_at is null;
create trigger audited after insert or update or delete on factor_reset for each row execute function audit_row('reset_id');

-- Programs keep who somebody is under a stamp of all rights, which a later migration makes: a factor, and the time to set one up, belong to it.
create function move_stamp_of_factors() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update rights_stamp set moved_by = pg_current_xact_id() where moved_by <> pg_current_xact_id();
  return null;
end $$;
create constraint trigger rights_moved after insert or delete or update of confirmed_at on second_factor
  deferrable initially deferred for each row execute function move_stamp_of_factors();
create constraint trigger factor_moved after update of factor_due_at on app_user
  deferrable initially deferred for each row execute function move_stamp_of_factors();
