-- When a wallet came to its phone number, where that was not at its opening: whoever approves money of it is told for some days.
alter table wallet_account add column msisdn_changed_at timestamptz;
