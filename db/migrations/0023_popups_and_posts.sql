-- What the app puts before its pages for a while, and what it tells of the foods.

create table home_popup (
  home_popup_id integer generated always as identity primary key,
  title         text not null,
  content       text,
  image_url     text,
  image_alt     text,
  link          text,
  button_text   text,
  places        text[] not null,
  start_at      timestamptz,
  end_at        timestamptz,
  position      integer not null default 0,
  show_times    integer not null default 1 check (show_times > 0),
  show_every    text not null default 'day' check (show_every in ('once', 'day', 'week')),
  status        smallint not null default 1 check (status in (0, 1)),
  created_by    integer not null references app_user,
  created_at    timestamptz not null default now(),
  updated_by    integer references app_user,
  updated_at    timestamptz,
  version       integer not null default 1,
  search        text not null generated always as (vn_fold(title)) stored,
  constraint home_popup__popup_time_invalid check (start_at < end_at),
  constraint home_popup__popup_empty check (content is not null or image_url is not null),
  constraint home_popup__image_alt_missing check (image_url is null or image_alt is not null)
);
create index home_popup_search on home_popup using gin (search gin_trgm_ops);
create trigger audited after insert or update or delete on home_popup for each row execute function audit_row('home_popup_id');

-- The payment sources that show it; none: all.
create table home_popup_vendor (
  home_popup_id     integer not null references home_popup on delete cascade,
  payment_vendor_id integer not null constraint home_popup_vendor__payment_vendor_not_found references payment_vendor,
  primary key (home_popup_id, payment_vendor_id)
);
create trigger audited after insert or update or delete on home_popup_vendor for each row execute function audit_row('home_popup_id,payment_vendor_id');

create table post (
  id         integer generated always as identity primary key,
  title      text not null,
  image_url  text not null,
  image_alt  text not null,
  content    text not null,
  status     smallint not null default 1 check (status in (0, 1)),
  created_by integer not null references app_user,
  created_at timestamptz not null default now(),
  updated_by integer references app_user,
  updated_at timestamptz,
  version    integer not null default 1,
  search     text not null generated always as (vn_fold(title)) stored
);
create index post_search on post using gin (search gin_trgm_ops);
create trigger audited after insert or update or delete on post for each row execute function audit_row('id');

create table post_food (
  post_id integer not null references post on delete cascade,
  food_id integer not null constraint post_food__food_not_found references food,
  primary key (post_id, food_id)
);
create index post_food_food on post_food (food_id);
create trigger audited after insert or update or delete on post_food for each row execute function audit_row('post_id,food_id');
