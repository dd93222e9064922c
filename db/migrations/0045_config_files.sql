-- Terms and guides of the app, kept in versions: a draft at most, those that are or were published, and those that wait for their moment.

create table config_file (
  config_file_id integer generated always as identity primary key,
  type           text not null check (type in ('terms', 'privacy', 'guide', 'prize', 'payment')),
  title          text not null,
  status         smallint not null default 1 check (status in (0, 1)),
  created_by     integer not null references app_user,
  created_at     timestamptz not null default now(),
  updated_by     integer references app_user,
  updated_at     timestamptz,
  version        integer not null default 1,
  search         text not null generated always as (vn_fold(title)) stored,
  constraint config_file__config_file_exists unique (type, title)
);
create trigger audited after insert or update or delete on config_file for each row execute function audit_row('config_file_id');

create table config_file_version (
  config_file_id integer not null references config_file on delete cascade,
  number         integer not null check (number > 0),
  content        text not null,
  -- Customers who accepted an earlier version are to accept this one.
  ask_consent    boolean not null default false,
  -- The version whose content it took over.
  restored_from  integer,
  -- From when on customers read it; null: a draft.
  publish_at     timestamptz,
  published_by   integer references app_user,
  created_by     integer not null references app_user,
  created_at     timestamptz not null default now(),
  updated_by     integer references app_user,
  updated_at     timestamptz,
  primary key (config_file_id, number),
  check ((publish_at is null) = (published_by is null)),
  foreign key (config_file_id, restored_from) references config_file_version (config_file_id, number)
);
create unique index config_file_version__draft_exists on config_file_version (config_file_id) where publish_at is null;
-- Two that begin at one moment would leave open which one counts.
create unique index config_file_version__publish_time_taken on config_file_version (config_file_id, publish_at);
create trigger audited after insert or update or delete on config_file_version for each row execute function audit_row('config_file_id,number');

-- What customers may have read and accepted is kept as it was.
create function keep_published_version() returns trigger language plpgsql as $$
begin
  raise exception 'version % of % has been published', old.number, old.config_file_id
    using errcode = 'check_violation', constraint = 'config_file_version__config_file_published';
end $$;
create trigger kept before update or delete on config_file_version for each row
  when (old.publish_at <= clock_timestamp()) execute function keep_published_version();
