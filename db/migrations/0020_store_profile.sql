-- What the app's food pages show: tags in two levels, and foods under them.

create table tag (
  id            integer generated always as identity primary key,
  tag_name      text not null,
  parent_id     integer,
  position      integer not null default 0,
  status        smallint not null default 1 check (status in (0, 1)),
  created_by    integer not null references app_user,
  created_at    timestamptz not null default now(),
  updated_by    integer references app_user,
  updated_at    timestamptz,
  version       integer not null default 1,
  search        text not null generated always as (vn_fold(tag_name)) stored,
  -- A parent is a tag of the first level: the key beneath refers to it together with this.
  is_top        boolean not null generated always as (parent_id is null) stored,
  parent_is_top boolean generated always as (case when parent_id is not null then true end) stored,
  unique (id, is_top),
  constraint tag__tag_exists unique nulls not distinct (parent_id, tag_name),
  constraint tag__tag_parent_invalid foreign key (parent_id, parent_is_top) references tag (id, is_top)
);
create index tag_search on tag using gin (search gin_trgm_ops);
create trigger audited after insert or update or delete on tag for each row execute function audit_row('id');

create table food (
  id          integer generated always as identity primary key,
  food_name   text not null,
  image_url   text not null,
  image_alt   text not null,
  price       bigint not null check (price >= 0),
  description text,
  status      smallint not null default 1 check (status in (0, 1)),
  created_by  integer not null references app_user,
  created_at  timestamptz not null default now(),
  updated_by  integer references app_user,
  updated_at  timestamptz,
  version     integer not null default 1,
  search      text not null generated always as (vn_fold(food_name || ' ' || coalesce(description, ''))) stored,
  constraint food__food_exists unique (food_name)
);
create index food_search on food using gin (search gin_trgm_ops);
create trigger audited after insert or update or delete on food for each row execute function audit_row('id');

create table food_tag (
  food_id integer not null references food on delete cascade,
  tag_id  integer not null constraint food_tag__tag_not_found references tag,
  primary key (food_id, tag_id)
);
create index food_tag_tag on food_tag (tag_id);
create trigger audited after insert or update or delete on food_tag for each row execute function audit_row('food_id,tag_id');
