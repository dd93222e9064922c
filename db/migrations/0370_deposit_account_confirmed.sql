-- Customers are told a new or changed deposit account only once a second person has confirmed it; the accounts that are there count as confirmed.

-- Who added the account, or changed its bank, number or holder, until another person has confirmed it; null once it is confirmed.
alter table bank_config add column unconfirmed_by integer references app_user;
