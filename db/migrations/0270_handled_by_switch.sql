-- A group that is switched on or off gives its members rights or takes them; so does a store, whose rights hold only for its own people.
-- Whoever does it has had their hands on these accounts, as with any other change of rights.
create function note_group_switch() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_handling(array(select user_id from group_member where group_id = new.group_id));
  return null;
end $$;
create trigger handled_by_switch after update of status on user_group for each row when (old.status <> new.status)
  execute function note_group_switch();

create function note_store() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_handling(array[new.user_id]);
  return null;
end $$;
create trigger handled_by_store after update of base_id on app_user for each row when (old.base_id is distinct from new.base_id)
  execute function note_store();
