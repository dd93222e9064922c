-- Games that draw every few minutes get their results from feeds: one setting for all of them. Results are confirmed by its rule only once a second
-- person has confirmed the setting; until then each waits for a person.
create table result_feed (
  only_row           boolean primary key default true check (only_row),
  status             smallint not null default 0 check (status in (0, 1)),
  first_url          text,
  first_key          text,
  second_url         text,
  second_key         text,
  -- 1 the first source, 2 both sources when they agree, 3 a person
  confirm_by         smallint not null default 2 check (confirm_by in (1, 2, 3)),
  -- How long after a draw its result is waited for before it is called late.
  wait_seconds       integer not null default 180 check (wait_seconds between 30 and 3600),
  -- 1 go on waiting for the second source, 2 take what the other one tells
  when_late          smallint not null default 1 check (when_late in (1, 2)),
  -- 1 hold for a person, 2 take what the first source tells
  when_contradicting smallint not null default 1 check (when_contradicting in (1, 2)),
  -- Draws from before are not asked for.
  started_at         timestamptz,
  confirmed_by       integer references app_user,
  confirmed_at       timestamptz,
  updated_by         integer references app_user,
  updated_at         timestamptz,
  version            integer not null default 1,
  check (status = 0 or first_url is not null and started_at is not null),
  check (confirmed_by is null or confirmed_by <> updated_by)
);
insert into result_feed default values;
create trigger audited after insert or update or delete on result_feed
  for each row execute function audit_row('only_row', 'first_key', 'second_key');

-- How each source answered the last time; written every minute, so it is no act and not logged.
create table result_feed_source (
  source      smallint primary key check (source in (1, 2)),
  asked_at    timestamptz,
  answered_at timestamptz,
  fault       text
);
insert into result_feed_source (source) values (1), (2);
