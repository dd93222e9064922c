-- Pictures of content are kept in several sizes, and say which point of them stays in view where they are cut.

alter table stored_file
  -- The smaller widths that there are of it; null: they are still to be made.
  add column widths smallint[],
  -- In percent from the left and from the top.
  add column focus_x smallint not null default 50 check (focus_x between 0 and 100),
  add column focus_y smallint not null default 50 check (focus_y between 0 and 100);

create index stored_file_without_sizes on stored_file (path)
  where widths is null and split_part(path, '/', 1) in ('banner', 'popup', 'food', 'post', 'terms', 'product');
