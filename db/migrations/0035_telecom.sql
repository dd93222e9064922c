-- The telecom's mobile money is the third gateway that pays: 1 bank, 2 MoMo, 3 telecom.
alter table reward_account drop constraint reward_account_gateway_check, add check (gateway in (1, 2, 3));
alter table payout drop constraint payout_gateway_check, add check (gateway in (1, 2, 3));
alter table gateway_message drop constraint gateway_message_gateway_check, add check (gateway in (1, 2, 3));
alter table reconciliation drop constraint reconciliation_gateway_check, add check (gateway in (1, 2, 3));
