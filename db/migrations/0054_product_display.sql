-- Which products apps show, in which order, under which name and picture. Those that are not in it are shown nowhere.
create table product_display (
  product_id integer constraint product_display__product_display_exists primary key references category,
  label      text not null,
  image_url  text,
  -- what the picture shows, for whoever does not see it
  image_alt  text,
  status     smallint not null default 1 check (status in (0, 1)),
  position   integer not null,
  created_by integer references app_user,
  created_at timestamptz not null default now(),
  updated_by integer references app_user,
  updated_at timestamptz,
  version    integer not null default 1,
  check (image_url is null or image_alt is not null)
);
create unique index product_display__display_label_exists on product_display (lower(label));

-- What is sold today was shown by every app: so it stays until somebody arranges it.
insert into product_display (product_id, label, position)
  select category, category_name, row_number() over (order by category) from category where status = 1;
create trigger audited after insert or update or delete on product_display for each row execute function audit_row('product_id');
