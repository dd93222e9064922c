-- Why a proof of everything could not be run to its end; null when it was. Its count of differences is then what it found until then.
alter table verify_run add column fault text;
