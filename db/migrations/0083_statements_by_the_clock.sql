-- For which agents the clock prepares statements: of each day (1), week from Monday (2) or month (3); null where people do.
alter table partner add column statement_period smallint check (statement_period between 1 and 3);

-- Null where the clock prepared it.
alter table partner_statement alter column created_by drop not null;
alter table partner_statement
  drop constraint partner_statement__no_right,
  add constraint partner_statement__no_right check (office_by is null or office_by is distinct from created_by);
