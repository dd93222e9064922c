-- Each quarter somebody looks at what each person may do and says that it is still right. What was confirmed is kept as a digest of the rights: when
-- they change afterwards, the confirmation no longer speaks of them.
create table access_review (
  quarter       text not null check (quarter ~ '^\d{4}-Q[1-4]$'),
  user_id       integer not null references app_user,
  right_count   integer not null,
  rights_digest text not null,
  note          text,
  reviewed_by   integer not null references app_user,
  reviewed_at   timestamptz not null default now(),
  primary key (quarter, user_id),
  check (reviewed_by <> user_id)
);
create trigger audited after insert or update or delete on access_review for each row execute function audit_row('quarter,user_id');
