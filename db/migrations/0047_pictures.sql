-- Every picture says what it shows; one that nothing shows any more is known, and goes after a while.

alter table banner add column image_alt text;
-- A banner that was made before says what its title says.
alter table banner disable trigger audited;
update banner set image_alt = title;
alter table banner enable trigger audited;
create function banner_image_alt() returns trigger language plpgsql as $$
begin
  new.image_alt := coalesce(new.image_alt, new.title);
  return new;
end $$;
-- A program of the version before knows no such column.
create trigger image_alt before insert or update on banner for each row execute function banner_image_alt();
alter table banner alter column image_alt set not null;

-- Since when nothing shows it, as far as the last look found.
alter table stored_file add column unused_since timestamptz;
