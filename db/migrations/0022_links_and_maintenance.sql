-- Where the app shows a product's draws live, and when what is not sold because it is being worked on.

create table link (
  link_id    integer generated always as identity primary key,
  category   smallint not null references category,
  link_name  text not null,
  url        text not null,
  status     smallint not null default 1 check (status in (0, 1)),
  created_by integer not null references app_user,
  created_at timestamptz not null default now(),
  updated_by integer references app_user,
  updated_at timestamptz,
  version    integer not null default 1,
  search     text not null generated always as (vn_fold(link_name || ' ' || url)) stored,
  constraint link__link_exists unique (category, url)
);
create trigger audited after insert or update or delete on link for each row execute function audit_row('link_id');

create table maintenance (
  maintenance_id integer generated always as identity primary key,
  start_at       timestamptz not null,
  end_at         timestamptz not null,
  -- None: everything.
  categories     smallint[] not null default '{}',
  content        text not null,
  status         smallint not null default 1 check (status in (0, 1)),
  created_by     integer not null references app_user,
  created_at     timestamptz not null default now(),
  updated_by     integer references app_user,
  updated_at     timestamptz,
  version        integer not null default 1,
  search         text not null generated always as (vn_fold(content)) stored,
  constraint maintenance__maintenance_time_invalid check (start_at < end_at)
);
create index maintenance_working on maintenance (end_at) where status = 1;
create trigger audited after insert or update or delete on maintenance for each row execute function audit_row('maintenance_id');
