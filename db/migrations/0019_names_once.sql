-- Names and codes that are there once are so for people: whatever their case and accents, and however many spaces stand between their words.
-- The constraints on the exact texts stay: rows are found by them.
create function vn_key(value text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(btrim(vn_fold(value)), '\s+', ' ', 'g');

-- Of rows that are alike already the first keeps its name, and each other one gets its number behind it.
-- A migration is no call of a person: these changes stand in its text.
alter table user_group disable trigger audited;
alter table pos disable trigger audited;
alter table partner disable trigger audited;
alter table base_store disable trigger audited;
update user_group g set group_name = left(group_name, 22) || ' (' || group_id || ')', version = version + 1
  where exists (select from user_group e where e.group_id < g.group_id and vn_key(e.group_name) = vn_key(g.group_name));
update pos g set pos_name = left(pos_name, 135) || ' (' || pos_id || ')', version = version + 1
  where exists (select from pos e where e.pos_id < g.pos_id and vn_key(e.pos_name) = vn_key(g.pos_name));
update pos g set pos_code = left(pos_code, 10) || '-' || pos_id, version = version + 1
  where exists (select from pos e where e.pos_id < g.pos_id and vn_key(e.pos_code) = vn_key(g.pos_code));
update partner g set partner_code = left(partner_code, 10) || '-' || partner_id, version = version + 1
  where exists (select from partner e where e.partner_id < g.partner_id and vn_key(e.partner_code) = vn_key(g.partner_code));
update base_store g set base_code = left(base_code, 10) || '-' || base_id, version = version + 1
  where exists (select from base_store e where e.base_id < g.base_id and vn_key(e.base_code) = vn_key(g.base_code));
alter table user_group enable trigger audited;
alter table pos enable trigger audited;
alter table partner enable trigger audited;
alter table base_store enable trigger audited;

create unique index user_group_key__group_exists on user_group (vn_key(group_name));
create unique index pos_name_key__pos_name_exists on pos (vn_key(pos_name));
create unique index pos_code_key__pos_code_exists on pos (vn_key(pos_code));
create unique index partner_key__partner_exists on partner (vn_key(partner_code));
create unique index base_store_key__base_store_exists on base_store (vn_key(base_code));
