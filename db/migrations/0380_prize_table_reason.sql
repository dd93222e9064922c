-- Why a prize table was rejected or withdrawn; null where it was before this column was there.

alter table prize_table add column decision_reason text;

create or replace trigger notifies after update of status on prize_table for each row when (old.status <> new.status)
  execute function notify_people('prize_table_id', '{2,3}', '{}', 'decision_reason', 'created_by');
