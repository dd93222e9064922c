-- Whose wallet an answer to an app is about, so that the answer is erased with the person. Orders' answers name nobody.
alter table channel_request add column account_id integer;
