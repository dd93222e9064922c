-- A combining stroke behind a tag joined its '>' when a text was normalized, so that the words behind it became attributes. Such a tag is closed again; the
-- stroke goes. In sanitized text '<' only begins a tag, and no attribute has a '"' inside. What a migration does is told by the migration.
alter table home_popup disable trigger audited;
alter table post disable trigger audited;
alter table config_file_version disable trigger audited, disable trigger kept;
update home_popup set content = regexp_replace(content, '<(/?[a-z][a-z0-9]*( [a-z]+="[^"]*")*( /)?)≯', '<\1>', 'g'), version = version + 1
  where content ~ '<(/?[a-z][a-z0-9]*( [a-z]+="[^"]*")*( /)?)≯';
update post set content = regexp_replace(content, '<(/?[a-z][a-z0-9]*( [a-z]+="[^"]*")*( /)?)≯', '<\1>', 'g'), version = version + 1
  where content ~ '<(/?[a-z][a-z0-9]*( [a-z]+="[^"]*")*( /)?)≯';
update config_file_version set content = regexp_replace(content, '<(/?[a-z][a-z0-9]*( [a-z]+="[^"]*")*( /)?)≯', '<\1>', 'g')
  where content ~ '<(/?[a-z][a-z0-9]*( [a-z]+="[^"]*")*( /)?)≯';
alter table home_popup enable trigger audited;
alter table post enable trigger audited;
alter table config_file_version enable trigger audited, enable trigger kept;
