-- By which rule the app's list of top foods is made.

create table food_rule (
  id           integer generated always as identity primary key,
  rule_name    text not null,
  -- What counts: foods at these prices, and what was written of them within so many days.
  price_from   bigint check (price_from >= 0),
  price_to     bigint,
  period_days  integer not null check (period_days between 1 and 365),
  -- How much each counts for, against one another.
  post_weight  integer not null check (post_weight between 0 and 100),
  new_weight   integer not null check (new_weight between 0 and 100),
  price_weight integer not null check (price_weight between 0 and 100),
  list_size    integer not null check (list_size between 1 and 50),
  from_date    date,
  to_date      date,
  status       smallint not null default 1 check (status in (0, 1)),
  created_by   integer not null references app_user,
  created_at   timestamptz not null default now(),
  updated_by   integer references app_user,
  updated_at   timestamptz,
  version      integer not null default 1,
  search       text not null generated always as (vn_fold(rule_name)) stored,
  constraint food_rule__food_rule_exists unique (rule_name),
  constraint food_rule__from_exceeds_to check (price_from <= price_to),
  constraint food_rule__date_range_invalid check (from_date <= to_date),
  constraint food_rule__weight_missing check (post_weight + new_weight + price_weight > 0)
);
create trigger audited after insert or update or delete on food_rule for each row execute function audit_row('id');

-- The tags whose foods it ranks, with those beneath them; none: all.
create table food_rule_tag (
  food_rule_id integer not null references food_rule on delete cascade,
  tag_id       integer not null constraint food_rule_tag__tag_not_found references tag,
  primary key (food_rule_id, tag_id)
);
create index food_rule_tag_tag on food_rule_tag (tag_id);
create trigger audited after insert or update or delete on food_rule_tag for each row execute function audit_row('food_rule_id,tag_id');
