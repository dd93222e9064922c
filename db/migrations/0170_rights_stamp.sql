-- Who may do what is kept by each program, under a stamp that every change of it moves. Programs look at the stamp with every call, so that
-- a change holds for the next one; it is moved last, when the change is committed, so that nobody waits for it longer than that.
create table rights_stamp (
  only_one boolean primary key default true check (only_one),
  moved_by xid8 not null
);
insert into rights_stamp (moved_by) values (pg_current_xact_id());
revoke insert, update, delete on rights_stamp from ve_so_app;

create function move_rights_stamp() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update rights_stamp set moved_by = pg_current_xact_id() where moved_by <> pg_current_xact_id();
  return null;
end $$;

create constraint trigger rights_moved
  after insert or delete or update of user_name, full_name, status, deleted_at, partner_id, base_id, is_admin, must_change_password
  on app_user deferrable initially deferred for each row execute function move_rights_stamp();
create constraint trigger rights_moved after insert or update or delete on account_handling
  deferrable initially deferred for each row execute function move_rights_stamp();
create constraint trigger rights_moved after insert or update or delete on data_scope
  deferrable initially deferred for each row execute function move_rights_stamp();
create constraint trigger rights_moved after insert or update or delete on user_group
  deferrable initially deferred for each row execute function move_rights_stamp();
create constraint trigger rights_moved after insert or update or delete on group_member
  deferrable initially deferred for each row execute function move_rights_stamp();
create constraint trigger rights_moved after insert or update or delete on group_page
  deferrable initially deferred for each row execute function move_rights_stamp();
create constraint trigger rights_moved after insert or update or delete on user_page
  deferrable initially deferred for each row execute function move_rights_stamp();
create constraint trigger rights_moved after insert or update or delete on page
  deferrable initially deferred for each row execute function move_rights_stamp();
create constraint trigger rights_moved after insert or update or delete on page_role
  deferrable initially deferred for each row execute function move_rights_stamp();
