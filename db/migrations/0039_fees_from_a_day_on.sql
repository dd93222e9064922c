-- A rule of fees holds from a moment to a moment: what was stays, and what is to come stands beside what holds.
-- A program of before reads every row; the first one made still comes first there, and a change keeps the number of the rule that holds.
alter table group_vip_fee
  add column holds_from timestamptz,
  add column holds_to timestamptz,
  -- The rule in whose place this one comes.
  add column follows integer references group_vip_fee on delete set null;
-- What a migration does is told by the migration.
alter table group_vip_fee disable trigger audited;
update group_vip_fee set holds_from = created_at;
alter table group_vip_fee
  alter column holds_from set default now(),
  alter column holds_from set not null,
  add constraint group_vip_fee_times check (holds_from < holds_to),
  drop constraint group_vip_fee__threshold_duplicate;

-- Until now the rule that was made first decided where two met: what is left of the later one is what it decided.
do $$
declare
  one record;
  part int8range;
  is_first boolean;
  last_made constant integer := (select coalesce(max(fee_id), 0) from group_vip_fee);
begin
  for one in select * from group_vip_fee where status = 1 order by fee_id loop
    is_first := true;
    for part in
      select unnest(int8multirange(int8range(one.from_value, one.to_value, '[]')) - coalesce(range_agg(int8range(f.from_value, f.to_value, '[]')), '{}'))
      from group_vip_fee f
      -- The parts of earlier rules that were split off have the numbers after the last one.
      where f.status = 1 and (f.fee_id < one.fee_id or f.fee_id > last_made) and f.group_vip_id = one.group_vip_id
        and f.payment_vendor_id is not distinct from one.payment_vendor_id and f.category is not distinct from one.category
    loop
      if is_first then
        update group_vip_fee set from_value = lower(part), to_value = upper(part) - 1
        where fee_id = one.fee_id and (from_value, to_value) is distinct from (lower(part), upper(part) - 1);
      else
        insert into group_vip_fee (group_vip_id, payment_vendor_id, category, from_value, to_value, fee_rate, fee_fixed, fee_least, fee_most, created_by, created_at, holds_from)
        values (one.group_vip_id, one.payment_vendor_id, one.category, lower(part), upper(part) - 1, one.fee_rate, one.fee_fixed, one.fee_least, one.fee_most,
          one.created_by, one.created_at, one.holds_from);
      end if;
      is_first := false;
    end loop;
    if is_first then
      update group_vip_fee set status = 0 where fee_id = one.fee_id;
    end if;
  end loop;
end $$;
alter table group_vip_fee enable trigger audited;

-- Two rules of one group, source and product never hold for the same amount at the same moment.
alter table group_vip_fee add constraint group_vip_fee__threshold_duplicate exclude using gist (
  int4range(group_vip_id, group_vip_id, '[]') with &&,
  int4range(coalesce(payment_vendor_id, 0), coalesce(payment_vendor_id, 0), '[]') with &&,
  int4range(coalesce(category, 0), coalesce(category, 0), '[]') with &&,
  int8range(from_value, to_value, '[]') with &&,
  tstzrange(holds_from, holds_to) with &&
) where (status = 1);
create index group_vip_fee_of_group on group_vip_fee (group_vip_id, holds_from);
