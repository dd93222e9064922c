-- A game that draws all day has one batch for the day: product and day are the batch's own, and the draw is only said where it is one.
alter table reward_batch add column category smallint references category, add column open_date date;
create index reward_batch_of_day on reward_batch (category, open_date) where status = 1;
