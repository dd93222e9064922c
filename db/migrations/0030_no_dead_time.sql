-- Games that draw every few minutes sell without a pause: the next draw opens in the second in which the one before stops. Its tickets may be
-- printed a little longer than that, so that of these games the hour of printing is no bound any more. Draws that are made already stay as they are.
alter table game
  drop constraint game__print_later_than_open,
  add constraint game__print_later_than_open check (every_minutes < 60 or print_seconds >= open_seconds),
  add constraint game__stop_later_than_open check (stop_seconds >= open_seconds);
drop trigger audited on game;
update game set open_seconds = stop_seconds, version = version + 1 where every_minutes < 60;
create trigger audited after insert or update or delete on game for each row execute function audit_row('category');
