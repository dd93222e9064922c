-- What the proofs of everything found is written by the program's own work only.
create trigger in_call before insert or update or delete on verify_run for each statement execute function written_in_call();
