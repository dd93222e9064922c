-- Up to which entry each chain lies in signed files instead of in the log: verify-audit begins behind it.
create table audit_archive (
  chain     smallint not null check (chain between 0 and 15),
  seq       bigint not null,
  -- Of the last entry that went.
  hash      bytea not null,
  -- The month, '2026-07', up to whose end entries went, and SHA-256 of its file.
  month     text not null check (month ~ '^\d{4}-\d\d$'),
  sha256    text not null,
  archived_at timestamptz not null default now(),
  primary key (chain, month)
);
revoke insert, update, delete on audit_archive from ve_so_app;
