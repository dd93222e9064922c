-- An account that is unlocked or approved lets somebody in who could not sign in before, perhaps with a password that others know.
-- Whoever does it has had their hands on the account, as with a reset; whoever only locks it has not.
create function note_activation() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_handling(array[new.user_id]);
  return null;
end $$;
create trigger handled_by_unlock after update of status on app_user for each row when (old.status <> 1 and new.status = 1)
  execute function note_activation();
