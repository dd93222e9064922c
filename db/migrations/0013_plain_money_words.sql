-- Plain words for money: columns, their triggers and a queue take the names that the code gives them. No data changes.

alter table reward_account rename column told_balance to reported_balance;
alter table reward_account rename column told_at to reported_at;

-- A deposit is no transfer of the ledger.
alter table deposit rename column transfer_id to deposit_id;
alter sequence deposit_transfer_id_seq rename to deposit_deposit_id_seq;
alter table bank_transaction rename column transfer_id to deposit_id;
alter table bank_transaction rename constraint bank_transaction_transfer_id_fkey to bank_transaction_deposit_id_fkey;
-- The log finds a row's key by its name.
drop trigger audited on deposit;
create trigger audited after insert or update or delete on deposit for each row execute function audit_row('deposit_id');

-- Notifications that wait for their job, or were given up, move to its new name. In a new database there is no queue yet.
do $$ begin
  if to_regclass('pgboss.queue') is not null then
    insert into pgboss.queue
      select renamed.* from pgboss.queue q, jsonb_populate_record(q, '{"name": "withdrawal.notified"}') renamed
      where q.name = 'withdrawal.told'
      on conflict do nothing;
    update pgboss.job set name = 'withdrawal.notified' where name = 'withdrawal.told';
    update pgboss.job set source_name = 'withdrawal.notified' where source_name = 'withdrawal.told';
  end if;
end $$;
