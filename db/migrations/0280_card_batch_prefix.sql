-- Batches of prepaid cards and batches of rewards both had codes that begin with LT. New batches of cards begin with TC; a code that people know stays.
alter table card_batch add column code_prefix text not null default 'LT';
alter table card_batch alter column code_prefix set default 'TC';
alter table card_batch alter column batch_code
  set expression as (code_prefix || lpad(batch_id::text, greatest(6, length(batch_id::text)), '0'));
alter table card_batch alter column search
  set expression as (vn_fold(code_prefix || lpad(batch_id::text, greatest(6, length(batch_id::text)), '0') || ' ' || issuer));
