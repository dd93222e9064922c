-- How each person likes each list: the columns, widths and density kept as a preference, and filters kept under a name.

create table list_preference (
  user_id   integer not null references app_user,
  list_name text not null,
  state     jsonb not null,
  primary key (user_id, list_name)
);

create table list_view (
  list_view_id integer generated always as identity primary key,
  list_name    text not null,
  view_name    text not null,
  shared       boolean not null default false,
  query        text not null,
  created_by   integer not null references app_user,
  created_at   timestamptz not null default now(),
  version      integer not null default 1
);
create unique index list_view__view_exists on list_view (list_name, created_by, lower(view_name));
create index list_view_shared on list_view (list_name) where shared;
create trigger audited after insert or update or delete on list_view for each row execute function audit_row('list_view_id');
