-- Members of customers' groups: why they are in it, and who moved them.
alter table group_vip_account
  add column note text,
  add column updated_by integer references app_user,
  add column updated_at timestamptz;

-- A second group for everybody else is refused as one that exists.
alter index group_vip_default rename to group_vip__default_group_exists;
